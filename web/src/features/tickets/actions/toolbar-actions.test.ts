import { expect, test } from 'vitest';
import { whyNotMerged } from './toolbar-actions.ts';

const tickets = (count: number, companyId = 1) => Array.from({ length: count }, () => ({ company_id: companyId }));

test('more tickets than one merge takes are refused, and none is left out without a word', () => {
  expect(whyNotMerged(tickets(21)), 'twenty go into one').toBeNull();
  expect(whyNotMerged(tickets(22))).toBe('too_many_to_merge');
});

test('tickets of several companies are not merged', () => {
  expect(whyNotMerged([...tickets(2), ...tickets(1, 2)])).toBe('several_companies');
});

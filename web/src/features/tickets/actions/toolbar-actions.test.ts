import { expect, test } from 'vitest';
import { whyNotMerged, whyNotSnoozed } from './toolbar-actions.ts';

const ticket = { company_id: 1, view_type: '', is_deleted: 0, is_spam: 0, erased_at: null } as const;
const tickets = (count: number, companyId = 1) =>
  Array.from({ length: count }, () => ({ ...ticket, company_id: companyId }));

test('more tickets than one merge takes are refused, and none is left out without a word', () => {
  expect(whyNotMerged(tickets(21)), 'twenty go into one').toBeNull();
  expect(whyNotMerged(tickets(22))).toBe('too_many_to_merge');
});

test('tickets of several companies are not merged', () => {
  expect(whyNotMerged([...tickets(2), ...tickets(1, 2)])).toBe('several_companies');
});

test('what the server would refuse is not merged: what is in the trash or in spam, or was erased', () => {
  const away = [{ is_deleted: 1 }, { is_spam: 1 }, { erased_at: '2026-11-29 10:00:00' }] as const;
  for (const one of away)
    expect(whyNotMerged([ticket, { ...ticket, ...one }]), Object.keys(one)[0]).toBe('not_put_away');
});

test('what is resolved or in the trash is not put off, alone or with others', () => {
  expect(whyNotSnoozed([ticket, { ...ticket, ...({ is_spam: 1 } as const) }])).toBeNull();
  for (const one of [{ view_type: 'resolved' }, { is_deleted: 1 }] as const)
    expect(whyNotSnoozed([ticket, { ...ticket, ...one }])).toBe('not_snoozed');
});

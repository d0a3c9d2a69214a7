import i18next from 'i18next';
import { expect, test } from 'vitest';
import { speakInTests } from './speak-in-tests.ts';

test('so many are written as numbers are in their language, and what else is a number stays', async () => {
  await speakInTests('en');
  expect(i18next.t('dependents.open_tickets', { count: 12400 })).toBe('12,400 open tickets');
  expect(i18next.t('dependents.open_tickets', { count: 1 })).toBe('1 open ticket');
  await speakInTests('uk');
  expect(i18next.t('dependents.open_tickets', { count: 12400 })).toBe('12\u00a0400 відкритих звернень');
  expect(i18next.t('tickets.number', { number: 12400, defaultValue: 'No. {{number}}' })).toBe('No. 12400');
});

import { expect, test } from 'vitest';
import en from '../../i18n/en.json';
import { reasonKeys } from './outcome-text.ts';

test('every reason that there are words for is told', () => {
  expect([...reasonKeys].sort()).toEqual(Object.keys(en.mail_log.reasons).sort());
});

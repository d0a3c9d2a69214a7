import { beforeAll, expect, test } from 'vitest';
import { speakInTests } from '../../i18n/speak-in-tests.ts';
import { whyNotDelivered } from './why-not-delivered.ts';

beforeAll(() => speakInTests());

test.each([
  ['connection_refused', 'the mail server cannot be reached'],
  ['wrong_password', 'the mail server does not let this mailbox in'],
  ['mailbox_disabled', 'its mailbox is disabled'],
  ['recipient_refused', '550 no such user'],
  ['bounced', '550 no such user'],
])('a letter that was not delivered for %s says why in words of its writer', (error_key, words) => {
  const delivery = { state: 'failed' as const, attempts: 1, error: '550 no such user', error_key };
  expect(whyNotDelivered({ ...delivery, next_try_at: null, sent_at: null, refused: [] })).toBe(words);
});

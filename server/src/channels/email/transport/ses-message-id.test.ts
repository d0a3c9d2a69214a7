import { expect, test } from 'vitest';
import { idGivenBySes, sesIdOf } from './ses-message-id.ts';

const id = '0102018e7a3f1b2c-3c9bd0f5-1b7e-4ac3-9abc-1c2d3e4f5a6b-000000';

test.each([
  ['email-smtp.eu-west-1.amazonaws.com', `250 Ok ${id}`, id],
  ['Email-SMTP.us-east-1.amazonaws.com', `250 Ok ${id.toUpperCase()}`, id],
  ['email-smtp-fips.us-west-2.amazonaws.com', `250 2.0.0 Ok ${id}\r\n`, id],
  ['vpce-0abc.email-smtp.eu-central-1.vpce.amazonaws.com', `250 Ok ${id}`, id],
  ['email-smtp.eu-west-1.amazonaws.com', '250 Ok', null],
  ['email-smtp.eu-west-1.amazonaws.com', null, null],
  ['smtp.shop.test', `250 Ok ${id}`, null],
  ['email-smtp.eu-west-1.amazonaws.com.shop.test', `250 Ok ${id}`, null],
])('%s that answers %s gives a letter the id %s', (host, response, given) => {
  expect(idGivenBySes(host, response)).toBe(given);
});

test.each([
  [`${id}@eu-west-1.amazonses.com`, id],
  [`${id}@email.amazonses.com`, id],
  [`${id}@eu-west-1.amazonses.com.shop.test`, undefined],
  [`${id}@shop.test`, undefined],
  ['short@email.amazonses.com', undefined],
])('the Message-ID %s is what SES called %s', (messageId, named) => {
  expect(sesIdOf(messageId)).toBe(named);
});

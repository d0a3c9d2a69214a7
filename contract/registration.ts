import { z } from 'zod';
import { call, nothing } from './call.ts';
import { accountEmail, idValue, nameLine } from './entity.ts';
import { knownPassword, newPassword, typedAlike, typedTwice } from './passwords.ts';

/** SPEC section 5: name 2-30. */
export const personName = nameLine(30, 2);

export const register = call('users/registration', 'Creates an account, signs it in and sends the confirmation mail', {
  access: 'public',
  data: z.strictObject({
    name: personName,
    email_confirmation: accountEmail,
    raw_password: newPassword,
    language: z.enum(['en', 'ua']).optional(),
  }),
  answer: z.strictObject({ user: z.strictObject({ id: idValue }) }),
  errors: ['email_taken', 'password_rule', 'password_guessable'],
});

export const sendConfirmation = call('email-confirmation/send', 'Sends the confirmation mail again', {
  method: 'GET',
  data: nothing,
  /** Not sent when the last one is younger than a minute, or nothing is left to confirm. */
  answer: z.strictObject({ is_sent: z.boolean(), next_try_in_seconds: z.int() }),
  errors: ['too_many_requests'],
});

export const changeUnconfirmedAddress = call(
  'email-confirmation/change-address',
  'Corrects the address of an account that is not confirmed yet, and sends the confirmation mail there',
  {
    data: z.strictObject({ email: accountEmail }),
    answer: z.strictObject({ next_try_in_seconds: z.int() }),
    errors: ['email_taken', 'not_in_this_state', 'too_many_requests'],
  },
);

/** What a letter's link carries; or, from a browser that followed it, the handle that the address has since. */
export const letterKey = z.string().min(1).max(200);

export const readConfirmation = call('email-confirmation/check', 'What the key of a confirmation mail is good for', {
  access: 'public',
  data: z.strictObject({ key: letterKey }),
  answer: z.strictObject({
    email: z.string(),
    /** The account is the one that is signed in here: confirming needs no password. */
    is_mine: z.boolean(),
    /** The address of a new account; otherwise a new address of an account that has one. */
    is_first: z.boolean(),
    is_done: z.boolean(),
  }),
  errors: ['confirmation_expired', 'letter_closed'],
});

export const confirmEmail = call(
  'email-confirmation/confirm',
  'Confirms an address with the key of the mail: signed in to its account, or with the password of that',
  {
    access: 'public',
    data: z.strictObject({ key: letterKey, password: knownPassword.optional() }),
    answer: z.strictObject({ email: z.string() }),
    errors: ['confirmation_expired', 'letter_closed', 'incorrect_password', 'email_taken'],
  },
);

export const claimAccount = call(
  'email-confirmation/claim',
  'Makes a new account theirs who have the letter but not the password: sets a new one and signs everybody out',
  {
    access: 'public',
    data: typedAlike(z.strictObject({ key: letterKey, ...typedTwice })),
    answer: z.strictObject({ email: z.string() }),
    errors: ['confirmation_expired', 'letter_closed', 'password_rule', 'password_guessable', 'passwords_differ'],
  },
);

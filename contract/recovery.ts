import { z } from 'zod';
import { call, nothing } from './call.ts';
import { accountEmail } from './entity.ts';
import { knownPassword, typedAlike, typedTwice } from './passwords.ts';
import { letterKey } from './registration.ts';

/** Typed in the wrong layout, an address is not merely wrong; SPEC section 5 wants it said. */
const latinEmail = z
  .string()
  .max(255)
  .refine((text) => !/\p{Script=Cyrillic}/u.test(text), { params: { key: 'email_cyrillic' }, abort: true })
  .pipe(accountEmail);

export const forgetPassword = call(
  'forgot/email',
  'Sends a letter with which the password of this address can be changed. Answers alike whether there is an account, unless the installation wants it told',
  {
    access: 'public',
    data: z.strictObject({ email: latinEmail, language: z.enum(['en', 'ua']).optional() }),
    answer: nothing,
    errors: ['email_cyrillic', 'email_unknown', 'too_many_requests'],
  },
);

export const checkReset = call('forgot/check', 'Whose password the token of a letter can change', {
  access: 'public',
  data: z.strictObject({ token: letterKey }),
  answer: z.strictObject({ email: z.string() }),
  errors: ['reset_expired', 'letter_closed'],
});

export const resetPassword = call(
  'forgot/password',
  'Sets a new password with the token of a letter, and signs everybody out',
  {
    access: 'public',
    data: typedAlike(z.strictObject({ token: letterKey, ...typedTwice })),
    answer: z.strictObject({ email: z.string() }),
    errors: [
      'reset_expired',
      'letter_closed',
      'password_rule',
      'password_guessable',
      'password_used',
      'passwords_differ',
    ],
  },
);

export const changePassword = call(
  'users/change-password',
  'Changes one’s own password. All other sessions end; this one goes on under a new token. API tokens go on, unless `revoke_tokens` ends them too',
  {
    data: typedAlike(
      z.strictObject({ old_password: knownPassword, ...typedTwice, revoke_tokens: z.boolean().default(false) }),
    ),
    answer: nothing,
    errors: ['incorrect_password', 'password_rule', 'password_guessable', 'password_used', 'passwords_differ'],
  },
);

export const changeAddress = call(
  'users/change-address',
  'Sends a letter to a new address of one’s own. The account moves there when the letter is answered',
  {
    data: z.strictObject({ email: accountEmail, password: knownPassword }),
    answer: nothing,
    errors: ['incorrect_password', 'email_taken', 'not_in_this_state', 'too_many_requests'],
  },
);

export const checkAddressUndo = call('change-address/check', 'Which address the key of a letter can take back', {
  access: 'public',
  data: z.strictObject({ key: letterKey }),
  answer: z.strictObject({ email: z.string() }),
  errors: ['undo_expired', 'letter_closed'],
});

export const undoAddress = call(
  'change-address/undo',
  'Takes a changed address back: everybody is signed out, the password is void, a letter leads to a new one',
  {
    access: 'public',
    data: z.strictObject({ key: letterKey }),
    answer: z.strictObject({ email: z.string() }),
    errors: ['undo_expired', 'letter_closed', 'email_taken'],
  },
);

export const findOutbox = call(
  'outbox/find',
  'Where this browser can read Parley’s own letters, when no mail server is configured; else whether the start printed a link to them',
  { access: 'public', data: nothing, answer: z.strictObject({ path: z.string().nullable(), is_printed: z.boolean() }) },
);

import { z } from 'zod';
import { call, nothing } from './call.ts';
import { emailValue, idValue, safeLine } from './entity.ts';
import { newPassword } from './passwords.ts';

/** SPEC section 5: name 2-30. */
export const personName = safeLine(30, 2);

export const register = call('users/registration', 'Creates an account, signs it in and sends the confirmation mail', {
  access: 'public',
  data: z.strictObject({
    name: personName,
    email_confirmation: emailValue,
    raw_password: newPassword,
    language: z.enum(['en', 'ua']).optional(),
  }),
  answer: z.strictObject({ user: z.strictObject({ id: idValue }) }),
  errors: ['email_taken', 'password_rule'],
});

export const sendConfirmation = call('email-confirmation/send', 'Sends the confirmation mail again', {
  method: 'GET',
  data: nothing,
  answer: z.strictObject({ next_try_in_seconds: z.int() }),
  errors: ['too_many_requests'],
});

export const confirmEmail = call('email-confirmation/confirm', 'Confirms an address with the key of the mail', {
  access: 'public',
  data: z.strictObject({ key: z.string().min(1).max(200) }),
  answer: z.strictObject({ email: z.string() }),
  errors: ['confirmation_expired'],
});

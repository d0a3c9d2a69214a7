import { z } from 'zod';
import { call, nothing } from './call.ts';
import { emailValue, idValue, safeText } from './entity.ts';

export const passwordLengthMin = 12;
export const passwordLengthMax = 255;

/** The rules of a password, in the order a live checklist shows them. */
export const passwordRules = [
  { key: 'length', holds: (p: string) => p.length >= passwordLengthMin },
  { key: 'letter', holds: (p: string) => /\p{L}/u.test(p) },
  { key: 'digit', holds: (p: string) => /\d/.test(p) },
  { key: 'symbol', holds: (p: string) => /[^\p{L}\d\s]/u.test(p) },
] as const;

const password = z
  .string()
  .max(passwordLengthMax)
  .refine((p) => passwordRules.every((rule) => rule.holds(p)) && p.isWellFormed(), {
    params: { key: 'password_rule' },
  });

/** SPEC section 5: name 2-30. */
export const personName = safeText(30, 2);

export const register = call('users/registration', 'Creates an account, signs it in and sends the confirmation mail', {
  access: 'public',
  data: z.strictObject({
    name: personName,
    email_confirmation: emailValue,
    raw_password: password,
    language: z.enum(['en', 'ua']).optional(),
  }),
  answer: z.strictObject({ user: z.strictObject({ id: idValue }) }),
  errors: ['email_taken', 'password_rule'],
});

export const login = call('auth/login', 'Signs in', {
  access: 'public',
  data: z.strictObject({ email: emailValue, password: z.string().min(1).max(255), remember: z.boolean().optional() }),
  answer: z.strictObject({ user: z.strictObject({ id: idValue }) }),
  errors: ['incorrect_credentials', 'account_locked'],
});

export const logout = call('auth/logout', 'Ends the session and closes its sockets', {
  access: 'half',
  data: nothing,
  answer: nothing,
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

const privilegeTable = z.record(z.string(), z.record(z.string(), z.union([z.literal(0), z.literal(1)])));

export const self = call('users/self', 'The signed-in person, with companies, roles and what they may do', {
  data: nothing,
  answer: z.strictObject({
    user: z.strictObject({
      id: idValue,
      name: z.string(),
      /** Null until confirmed: the desk then leads to the confirmation page (SPEC section 4). */
      email: z.string().nullable(),
      email_confirmation: z.string(),
      phone: z.string().nullable(),
      note: z.string().nullable(),
      avatar: z.string().nullable(),
      status: z.int(),
      phone_status: z.int(),
      is_operator: z.union([z.literal(0), z.literal(1)]),
      added: z.string(),
      updated: z.string(),
    }),
    roles: z.array(z.strictObject({ company_id: idValue, level: z.int(), name: z.string() })),
    companies: z.array(z.strictObject({ id: idValue, company_name: z.string(), case_prefix: z.string() })),
    privileges: z.strictObject({ default: privilegeTable, companies: z.record(z.string(), privilegeTable) }),
    settings: z.strictObject({
      language: z.enum(['en', 'ua']),
      time_zone: z.string(),
      theme: z.enum(['system', 'light', 'dark']),
      billing_status: z.record(z.string(), z.int()),
      ai_features: z.string(),
    }),
  }),
});

export const changeSettings = call('settings/change', 'Changes what the signed-in person prefers', {
  data: z.strictObject({
    language: z.enum(['en', 'ua']).optional(),
    time_zone: safeText(64, 1).optional(),
    theme: z.enum(['system', 'light', 'dark']).optional(),
  }),
  answer: nothing,
});

import { z } from 'zod';
import { call, nothing } from './call.ts';
import { idValue } from './entity.ts';
import { device } from './sessions.ts';

export const trustDays = 30;
export const recoveryCodesCount = 10;

const recoveryPattern = /^[a-z0-9]{5}-?[a-z0-9]{5}$/;

/** Authenticators show `123 456`, and people copy it so. */
export const plainCode = (text: string): string => text.replace(/[\s\u2010-\u2015]+/g, '').toLowerCase();
export const isRecoveryCode = (code: string): boolean => recoveryPattern.test(code);

/** Six digits (SPEC section 5), or one of the recovery codes. */
const code = z
  .string()
  .max(100)
  .transform(plainCode)
  .refine((text) => text !== '', { params: { key: 'google2fa_code_missing' }, abort: true })
  .refine((text) => /^\d{6}$/.test(text) || isRecoveryCode(text), { params: { key: 'google2fa_code_malformed' } });

const withCode = z.strictObject({ code });
const recoveryCodes = z.array(z.string()).length(recoveryCodesCount);
const codeErrors = [
  'google2fa_code_missing',
  'google2fa_code_malformed',
  'google2fa_code_wrong',
  'account_locked',
] as const;

export const checkCode = call(
  'google2fa/check',
  'Gives the code that a half session owes; the session is whole afterwards, under a new token',
  {
    access: 'half',
    data: z.strictObject({
      code,
      /** This browser is not asked again for 30 days. */
      trust_device: z.boolean().optional(),
    }),
    answer: z.strictObject({ user: z.strictObject({ id: idValue }) }),
    errors: [...codeErrors, 'not_in_this_state'],
  },
);

export const twoFactorStatus = call('google2fa/status', 'Whether two-factor is on, asked for, and what belongs to it', {
  access: 'setup',
  data: nothing,
  answer: z.strictObject({
    is_on: z.boolean(),
    /** A company of theirs asks it of their role. */
    is_required: z.boolean(),
    since: z.string().nullable(),
    recovery_codes_left: z.int(),
    trusted_devices: z.array(
      z.strictObject({
        id: idValue,
        ...device,
        trusted_until: z.string(),
        last_used: z.string(),
        is_current: z.boolean(),
      }),
    ),
  }),
});

/** What asks for the password again, of those who did not sign in a moment ago. */
export const ownerErrors = ['password_needed', 'sign_in_needed'] as const;

export const enableTwoFactor = call(
  'google2fa/enable',
  'Begins to set two-factor up: a secret for the authenticator. Asks for the password again, unless it was entered a moment ago',
  {
    access: 'setup',
    data: nothing,
    answer: z.strictObject({ secret: z.string(), uri: z.string() }),
    errors: ['not_in_this_state', ...ownerErrors],
  },
);

export const confirmTwoFactor = call(
  'google2fa/confirm',
  'Turns two-factor on with a first code. Every other session ends; the recovery codes are told this once',
  {
    access: 'setup',
    data: withCode,
    answer: z.strictObject({ recovery_codes: recoveryCodes }),
    errors: [...codeErrors, 'not_in_this_state'],
  },
);

export const disableTwoFactor = call('google2fa/disable', 'Turns two-factor off. Every other session ends', {
  data: withCode,
  answer: nothing,
  errors: [...codeErrors, 'not_in_this_state'],
});

export const makeRecoveryCodes = call(
  'google2fa/recovery-codes',
  'Makes ten new recovery codes; the old ones are void',
  {
    data: withCode,
    answer: z.strictObject({ recovery_codes: recoveryCodes }),
    errors: [...codeErrors, 'not_in_this_state'],
  },
);

export const forgetDevice = call('google2fa/forget-device', 'Asks a trusted device for the code again', {
  data: z.strictObject({ id: idValue }),
  answer: nothing,
});

export const resetTwoFactor = call(
  'users/reset-two-factor',
  'Turns the two-factor of a member off who lost it, and signs them out everywhere. For those who administer every company the member works for, and for operators; asks for their password again',
  {
    data: z.strictObject({ user_id: idValue }),
    answer: nothing,
    errors: ['forbidden', 'not_in_this_state', ...ownerErrors],
  },
);

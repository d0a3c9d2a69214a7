import { z } from 'zod';
import { call, nothing } from './call.ts';

export const confirmPassword = call(
  'auth/confirm-password',
  'Takes the password once more, before what is dangerous; it is good for ten minutes in this session',
  {
    access: 'setup',
    data: z.strictObject({ password: z.string().min(1).max(255) }),
    answer: nothing,
    errors: ['incorrect_password', 'account_locked'],
  },
);

import { z } from 'zod';
import { call, nothing } from './call.ts';

export const addressLengthMax = 64;
export const addressesMax = 100;

export const listLocked = call('locked-account/list', 'Addresses from which signing in is locked. For operators', {
  data: nothing,
  answer: z.strictObject({
    locked: z.array(
      z.strictObject({
        /** An IPv4 address, or the /64 of an IPv6 address. */
        ip: z.string(),
        /** The account that was tried; null where the address is locked for all accounts. */
        email: z.string().nullable(),
        failures: z.int(),
        locked_until: z.string(),
      }),
    ),
  }),
});

export const unlock = call(
  'locked-account/unlock',
  'Unlocks everything that is locked from these addresses. For operators',
  {
    data: z.strictObject({ ips: z.array(z.string().trim().min(1).max(addressLengthMax)).min(1).max(addressesMax) }),
    answer: z.strictObject({ unlocked: z.int() }),
    errors: ['password_needed', 'sign_in_needed'],
  },
);

export const unlockByLink = call(
  'locked-account/open',
  'Unlocks an account with the key of the letter that told of the lock',
  {
    access: 'public',
    data: z.strictObject({ key: z.string().min(1).max(200) }),
    answer: nothing,
    errors: ['unlock_expired', 'letter_closed'],
  },
);

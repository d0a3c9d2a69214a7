import { z } from 'zod';
import { call, nothing } from './call.ts';
import { idValue } from './entity.ts';

/** A device as far as its browser tells, and the place its address is known for; null where nothing is known. */
export const device = {
  browser: z.string().nullable(),
  system: z.string().nullable(),
  kind: z.enum(['desktop', 'phone', 'tablet', 'other']),
  ip: z.string().nullable(),
  /** ISO 3166-1, two letters. */
  country: z.string().nullable(),
};

export const getSessions = call('sessions/get', 'Where the signed-in person is signed in', {
  data: nothing,
  answer: z.strictObject({
    sessions: z.array(
      z.strictObject({ id: idValue, ...device, added: z.string(), last_used: z.string(), is_current: z.boolean() }),
    ),
    /** The sign-in before the one that began this session; null when it is the first. */
    last_sign_in: z.strictObject({ ...device, at: z.string() }).nullable(),
  }),
});

export const endSession = call('sessions/end', 'Ends one session of the signed-in person, and its sockets', {
  data: z.strictObject({ id: idValue }),
  answer: nothing,
});

export const endOtherSessions = call(
  'sessions/end-others',
  'Ends every session of the signed-in person but this one, and asks trusted devices for the code again',
  { data: nothing, answer: z.strictObject({ ended: z.int() }) },
);

import { z } from 'zod';
import { call, nothing } from './call.ts';
import { safeLine } from './entity.ts';
import { personName } from './registration.ts';

export const phoneLengthMax = 20;
export const noteLengthMax = 40;
export const userStatus = { online: 8, offline: 9 } as const;

export const avatarBytesMax = 10 * 1024 * 1024;
/** A picture unpacks to many times its size: what has more pixels than this is not unpacked at all. */
export const avatarPixelsMax = 50_000_000;
export const avatarTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
/** Edges of the squares that are kept. */
export const avatarSizes = [64, 256] as const;

/** SPEC section 5. An empty phone or note is none. */
export const profileChange = z
  .strictObject({
    name: personName,
    phone: safeLine(phoneLengthMax).nullable(),
    note: safeLine(noteLengthMax).nullable(),
    status: z.union([z.literal(userStatus.online), z.literal(userStatus.offline)]),
  })
  .partial();

export const changeProfile = call('profile/change', 'Changes the signed-in person; what is not named stays as it is', {
  data: profileChange.extend({
    /** Values that the caller saw before: where they are others by now, nothing is changed. */
    seen: z
      .strictObject({ name: z.string(), phone: z.string().nullable(), note: z.string().nullable() })
      .partial()
      .optional(),
  }),
  answer: nothing,
  errors: ['conflict'],
});

/** `POST profile/avatar`, multipart, one part named `file`. The picture is cut to its middle square and written anew. */
export const avatarAnswer = z.strictObject({ avatar: z.string() });

export const removeAvatar = call('profile/remove-avatar', 'Takes the picture of the signed-in person away', {
  data: nothing,
  answer: nothing,
});

import { z } from 'zod';
import { idValue } from './entity.ts';

export const fileBytesMax = 25 * 1024 * 1024;
export const filesPerUploadMax = 50;
/** Of a company, over 24 hours. Beyond it: `quota_exceeded`. */
export const uploadBytesPerDayMax = 10 * 1024 * 1024 * 1024;
/** Of a company, uploaded and not sent yet; what nobody sends is forgotten after a day. */
export const unsentUploadBytesMax = 2 * 1024 * 1024 * 1024;
/** The same of all visitors of a company together, apart: strangers take no room from its people. Beyond it: `too_many_requests`. */
export const visitorsUploadBytesPerDayMax = 2 * 1024 * 1024 * 1024;
export const visitorsUnsentUploadBytesMax = 512 * 1024 * 1024;

/** `POST files/upload`, multipart, one or more parts named `file`. */
export const uploadAnswer = z.strictObject({
  files: z.array(z.strictObject({ id: idValue, name: z.string(), size: z.int(), content_type: z.string() })),
});

import { z } from 'zod';
import { idValue } from './entity.ts';

export const fileBytesMax = 25 * 1024 * 1024;
export const filesPerUploadMax = 50;

/** `POST files/upload`, multipart, one or more parts named `file`. */
export const uploadAnswer = z.strictObject({
  files: z.array(z.strictObject({ id: idValue, name: z.string(), size: z.int(), content_type: z.string() })),
});

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

/** What browsers play, by what programs call it, and as what it is served: it is heard and seen, and runs nothing. */
const played: Readonly<Record<string, string>> = {
  ...{ 'audio/ogg': 'audio/ogg', 'audio/opus': 'audio/ogg', 'application/ogg': 'audio/ogg' },
  ...{ 'audio/mpeg': 'audio/mpeg', 'audio/mp3': 'audio/mpeg', 'audio/x-mp3': 'audio/mpeg' },
  ...{ 'audio/mp4': 'audio/mp4', 'audio/m4a': 'audio/mp4', 'audio/x-m4a': 'audio/mp4', 'audio/aac': 'audio/aac' },
  ...{ 'audio/wav': 'audio/wav', 'audio/x-wav': 'audio/wav', 'audio/wave': 'audio/wav', 'audio/vnd.wave': 'audio/wav' },
  ...{ 'audio/webm': 'audio/webm', 'audio/flac': 'audio/flac', 'audio/x-flac': 'audio/flac' },
  ...{ 'video/mp4': 'video/mp4', 'video/webm': 'video/webm' },
};

/** As what a file is played; undefined: it is not. */
export function playedType(contentType: string): string | undefined {
  const [name = ''] = contentType.toLowerCase().split(';');
  return Object.hasOwn(played, name.trim()) ? played[name.trim()] : undefined;
}

import type { FastifyRequest } from 'fastify';
import type { ErrorKey } from '#contract/errors.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { Problem } from '#platform/problem.ts';
import { readParts } from './take-files.ts';

/** A picture takes a while to be made small. */
const pictures: Limit = { name: 'pictures', points: 20, seconds: 600 };

export const pictureErrors: readonly ErrorKey[] = [
  'unsupported_media_type',
  'required',
  'file_empty',
  'file_too_large',
  'too_many_requests',
  'picture_unreadable',
  'picture_heic',
  'picture_too_large',
];

/** The one picture of a form. */
export async function takePicture(
  request: FastifyRequest,
  limits: Limits,
  { userId, bytesMax }: { userId: number; bytesMax: number },
): Promise<Uint8Array> {
  if (!request.isMultipart()) throw new Problem('unsupported_media_type');
  await limits.take(pictures, { person: userId });
  const parts: Uint8Array[] = [];
  for await (const { bytes } of readParts(request, { fileSize: bytesMax, files: 1 })) parts.push(bytes);
  const [bytes] = parts;
  if (!bytes) throw new Problem('required', { field: 'file' });
  if (bytes.byteLength === 0) throw new Problem('file_empty', { field: 'file' });
  return bytes;
}

import type { MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import { fileBytesMax, filesPerUploadMax } from '#contract/files.ts';
import {
  addAttachments,
  adoptFiles,
  noteStray,
  removeFiles,
  requireUploadRoom,
  uploadKey,
} from '#domain/messages/index.ts';
import { codeOf, type Database } from '#platform/database.ts';
import { type Files, sha256 } from '#platform/files.ts';
import { Problem } from '#platform/problem.ts';

/** Pictures made of pixels. Everything else is only ever downloaded: nothing a stranger sent runs in our origin. */
export const shownInline = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);
const nameLengthMax = 255;

export type ReadPart = {
  name: string | undefined;
  type: string | undefined;
  bytes: Buffer;
  /** Those that came before the file. */
  fields: Readonly<Record<string, string>>;
};

/**
 * The files of a form, one after the other. What is no form, or ends in the middle, is a malformed request. `admit` judges by the
 * fields whether a file is read into memory at all.
 */
export async function* readParts(
  request: FastifyRequest,
  limits: { fileSize: number; files: number } = { fileSize: fileBytesMax, files: filesPerUploadMax },
  admit: (fields: ReadPart['fields']) => Promise<unknown> = async () => {},
): AsyncGenerator<ReadPart> {
  try {
    for await (const part of request.files({ limits })) {
      const fields = textsOf(part.fields);
      await admit(fields).catch((error: unknown) => {
        // What still comes of it is let pass, so that the answer arrives.
        part.file.resume();
        throw error;
      });
      const bytes = await part.toBuffer();
      if (part.file.truncated) throw new Problem('file_too_large', { field: 'file' });
      yield { name: part.filename, type: part.mimetype, bytes, fields };
    }
  } catch (error) {
    if (error instanceof Problem || codeOf(error).startsWith('FST_')) throw error;
    throw new Problem('malformed_request', { field: 'file', cause: error });
  }
}

/** The last of each name. */
function textsOf(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const last = Object.entries(fields).map(([name, one]) => [name, Array.isArray(one) ? one.at(-1) : one] as const);
  return Object.fromEntries(
    last.flatMap(([name, one]) => {
      const { type, value } = (one ?? {}) as Partial<MultipartValue>;
      return type === 'field' && typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

type Upload = { name: string; contentType: string; size: number; key: string; hash: Buffer };
export type TakenFile = { id: number; name: string; size: number; content_type: string };

/** Keeps files that belong to nothing yet but to whoever sent them. All of them or none: whoever is refused sends them all again. */
export async function takeFiles(
  { db, files }: { db: Database; files: Files },
  parts: AsyncIterable<ReadPart> | Iterable<ReadPart>,
  by: { companyId: number; uploadedBy: number | null; visitorId?: number },
): Promise<TakenFile[]> {
  const { companyId } = by;
  const uploads: Upload[] = [];
  try {
    const ids = await keep(db, files, parts, uploads, by);
    return uploads.flatMap(({ name, size, contentType }, i) =>
      ids[i] === undefined ? [] : [{ id: ids[i], name, size, content_type: contentType }],
    );
  } catch (error) {
    await removeFiles(db, files, { companyId, keys: uploads.map((one) => one.key) });
    throw error;
  }
}

/** `uploads` are those that may lie on the disk. */
async function keep(
  db: Database,
  files: Files,
  parts: AsyncIterable<ReadPart> | Iterable<ReadPart>,
  uploads: Upload[],
  { companyId, uploadedBy, visitorId }: { companyId: number; uploadedBy: number | null; visitorId?: number },
): Promise<number[]> {
  const ofVisitors = visitorId !== undefined;
  let size = 0;
  for await (const { name, type, bytes } of parts) {
    if (bytes.byteLength === 0) throw new Problem('file_empty', { field: 'file' });
    size += bytes.byteLength;
    const key = uploadKey(companyId);
    await db.transaction({ companies: [companyId] }, async (tx) => {
      await requireUploadRoom(tx, companyId, size, { ofVisitors });
      await noteStray(tx, companyId, key);
    });
    const contentType = await typeOf(bytes, type);
    uploads.push({ name: safeName(name), contentType, size: bytes.byteLength, key, hash: sha256(bytes) });
    await files.put(key, bytes);
  }
  if (uploads.length === 0) throw new Problem('required', { field: 'file' });
  const keys = uploads.map((one) => one.key);
  return db.transaction({ companies: [companyId] }, async (tx) => {
    await requireUploadRoom(tx, companyId, size, { isFinal: true, ofVisitors });
    await adoptFiles(tx, keys);
    const about = { companyId, messageId: null, uploadedBy, visitorId, contentId: null, inline: false };
    return addAttachments(
      tx,
      uploads.map((upload) => ({ ...about, ...upload })),
    );
  });
}

/** The last part of a path, without what could direct a file system or an eye. */
export function safeName(name: string | undefined, unnamed = 'file'): string {
  const last = (name ?? '').toWellFormed().split(/[\\/]/).at(-1) ?? '';
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/^\.+$/, '')
    .trim();
  // What opens it is told by its end, so a name that is too long is cut before that.
  const end = /\.[a-z0-9]{1,10}$/i.exec(clean)?.[0] ?? '';
  if (clean.length > nameLengthMax) return cut(clean, nameLengthMax - end.length) + end;
  return clean || unnamed;
}

/** A letter of two halves is not cut in the middle. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

/** What the bytes are; what the sender says they are only where bytes tell nothing and it does not claim a picture. */
async function typeOf(bytes: Uint8Array, claimed: string | undefined): Promise<string> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found) return found.mime;
  const type = claimed?.toLowerCase() ?? '';
  const isPlain = /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,60}$/.test(type) && !shownInline.has(type);
  return isPlain ? type : 'application/octet-stream';
}

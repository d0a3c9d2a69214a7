import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import { z } from 'zod';
import { fileBytesMax, filesPerUploadMax } from '#contract/files.ts';
import { isOfWaitingLetter } from '#domain/drafts/index.ts';
import {
  addAttachments,
  adoptFiles,
  findAttachment,
  noteStray,
  removeFiles,
  requireUploadRoom,
  type StoredAttachment,
  uploadKey,
} from '#domain/messages/index.ts';
import type { Person } from '#domain/people/index.ts';
import { isUsable } from '#domain/templates/index.ts';
import { codeOf, type Database, type Tx } from '#platform/database.ts';
import { type Files, sha256 } from '#platform/files.ts';
import { parse } from '#platform/parse.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import { mountUploads } from '../front-door.ts';
import { apiPrefix } from '../mount.ts';
import type { Holder, Sessions } from '../sessions.ts';
import { sendData } from '../wire.ts';

type Needs = { db: Database; sessions: Sessions; files: Files; secrets: Secrets };

/** Pictures made of pixels. Everything else is only ever downloaded: nothing a stranger sent runs in our origin. */
export const shownInline = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);
const nameLengthMax = 255;
const fileQuery = z.strictObject({ inline: z.enum(['0', '1']).optional(), token: z.string().max(200).optional() });

export function mountFiles(app: FastifyInstance, { db, sessions, files, secrets }: Needs): void {
  mountUploads(app, (scope) =>
    scope.post(
      `${apiPrefix}/files/upload`,
      { config: { takesUploads: true, takesTokens: true } },
      async (request, reply) => {
        const { person } = await sessions.admit(request, 'messages.create');
        const companyId = person.companies.find((id) => person.may(id, 'messages.create'));
        if (companyId === undefined) throw new Problem('forbidden');
        if (!request.isMultipart()) throw new Problem('unsupported_media_type');

        const uploads: Upload[] = [];
        const ids = await takeUploads(request, uploads, { companyId, userId: person.userId }).catch(async (error) => {
          await removeFiles(db, files, { companyId, keys: uploads.map((one) => one.key) });
          throw error;
        });
        const answer = uploads.map(({ name, size, contentType }, i) => ({
          id: ids[i],
          name,
          size,
          content_type: contentType,
        }));
        return sendData(reply, { files: answer });
      },
    ),
  );

  app.get<{ Params: { id: string } }>(`${apiPrefix}/files/:id`, async (request, reply) => {
    const id = idOf(request.params.id);
    const query = parse(fileQuery, request.query);
    const person = await whoAsks(request, query.token, id);
    const file = await db.transaction({ companies: person.companies }, async (tx) => {
      const found = await findAttachment(tx, id, person);
      return found && (await mayRead(tx, person, found)) ? found : undefined;
    });
    if (!file) throw new Problem('not_found');
    await sendFile(reply, file, files, query.inline === '1');
    return reply;
  });

  /** All of them or none: whoever is refused sends them all again. `uploads` are those that may lie on the disk. */
  async function takeUploads(
    request: FastifyRequest,
    uploads: Upload[],
    { companyId, userId }: { companyId: number; userId: number },
  ): Promise<number[]> {
    let size = 0;
    for await (const { name, type, bytes } of readParts(request)) {
      if (bytes.byteLength === 0) throw new Problem('file_empty', { field: 'file' });
      size += bytes.byteLength;
      const key = uploadKey(companyId);
      await db.transaction({ companies: [companyId] }, async (tx) => {
        await requireUploadRoom(tx, companyId, size);
        await noteStray(tx, companyId, key);
      });
      const contentType = await typeOf(bytes, type);
      uploads.push({ name: safeName(name), contentType, size: bytes.byteLength, key, hash: sha256(bytes) });
      await files.put(key, bytes);
    }
    if (uploads.length === 0) throw new Problem('required', { field: 'file' });
    const keys = uploads.map((one) => one.key);
    return db.transaction({ companies: [companyId] }, async (tx) => {
      await requireUploadRoom(tx, companyId, size, { isFinal: true });
      await adoptFiles(tx, keys);
      const about = { companyId, messageId: null, uploadedBy: userId, contentId: null, inline: false };
      return addAttachments(
        tx,
        uploads.map((upload) => ({ ...about, ...upload })),
      );
    });
  }

  /** By cookie, or by a link made for this file and session: a sandboxed letter cannot send cookies. */
  async function whoAsks(request: FastifyRequest, link: string | undefined, id: number): Promise<Person> {
    if (link === undefined) return (await sessions.admit(request, 'messages.get')).person;
    const holder = readFileLink(secrets, id, link);
    const person = holder && (await sessions.admitHolder(holder, request, 'messages.get'));
    if (!person) throw new Problem('not_found');
    return person;
  }
}

type ReadPart = { name: string | undefined; type: string | undefined; bytes: Buffer };

/** The files of a form, one after the other. What is no form, or ends in the middle, is a malformed request. */
export async function* readParts(
  request: FastifyRequest,
  limits: { fileSize: number; files: number } = { fileSize: fileBytesMax, files: filesPerUploadMax },
): AsyncGenerator<ReadPart> {
  try {
    for await (const part of request.files({ limits })) {
      const bytes = await part.toBuffer();
      if (part.file.truncated) throw new Problem('file_too_large', { field: 'file' });
      yield { name: part.filename, type: part.mimetype, bytes };
    }
  } catch (error) {
    if (error instanceof Problem || codeOf(error).startsWith('FST_')) throw error;
    throw new Problem('malformed_request', { field: 'file', cause: error });
  }
}

type Upload = { name: string; contentType: string; size: number; key: string; hash: Buffer };

/** What was sent, whoever reads messages; what a template carries, whoever may use that; what was not sent, its owner. */
async function mayRead(tx: Tx, person: Person, file: StoredAttachment): Promise<boolean> {
  if (file.message_id !== null) return person.may(file.company_id, 'messages.get');
  if (file.template_id !== null)
    return person.may(file.company_id, 'templates.get') && (await isUsable(tx, file.template_id, person));
  return file.uploaded_by === person.userId || (await isOfWaitingLetter(tx, file.id, person));
}

export async function sendFile(
  reply: FastifyReply,
  file: StoredAttachment,
  files: Files,
  wantsInline: boolean,
): Promise<void> {
  const inline = wantsInline && shownInline.has(file.content_type);
  // First of all: a file that is not there must not be announced.
  const bytes = await files.stream(file.file_key);
  reply
    .header('content-type', inline ? file.content_type : 'application/octet-stream')
    .header('content-length', String(file.size))
    .header('content-disposition', contentDisposition(inline ? 'inline' : 'attachment', file.name))
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', 'private, max-age=3600');
  // A sandboxed letter has no origin of its own; its pictures come by links made for them.
  if (inline) reply.header('cross-origin-resource-policy', 'cross-origin');
  await reply.send(bytes);
}

const linkMinutes = 60;

/**
 * What a link to one file carries: for the session (or API token) that asked for it, and for an hour. It ends with the
 * session; whether the person still may is asked again when it is used.
 */
export function makeFileLink(secrets: Secrets, fileId: number, { kind, id }: Holder): string {
  const expires = Math.ceil(Date.now() / 60_000) + linkMinutes;
  const holder = `${kind}-${id}`;
  return `${holder}.${expires}.${secrets.sign('file-link', `${fileId}.${holder}.${expires}`)}`;
}

function readFileLink(secrets: Secrets, fileId: number, link: string): Holder | undefined {
  const [holder, expires, signature, more] = link.split('.');
  if (!holder || !expires || !signature || more !== undefined) return undefined;
  if (!secrets.verify('file-link', `${fileId}.${holder}.${expires}`, signature)) return undefined;
  if (Number(expires) * 60_000 <= Date.now()) return undefined;
  const [kind, id] = holder.split('-');
  return { kind: kind as Holder['kind'], id: Number(id) }; // signed by us
}

export function idOf(text: string): number {
  const id = Number(text);
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(id) || id === 0) throw new Problem('not_found');
  return id;
}

/** The last part of a path, without what could direct a file system or an eye. */
function safeName(name: string | undefined): string {
  const last = (name ?? '').toWellFormed().split(/[\\/]/).at(-1) ?? '';
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/^\.+$/, '')
    .trim();
  // What opens it is told by its end, so a name that is too long is cut before that.
  const end = /\.[a-z0-9]{1,10}$/i.exec(clean)?.[0] ?? '';
  if (clean.length > nameLengthMax) return cut(clean, nameLengthMax - end.length) + end;
  return clean || 'file';
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

/** RFC 6266: an ASCII name for old clients and the real one in UTF-8. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

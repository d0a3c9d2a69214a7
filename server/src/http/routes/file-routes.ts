import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import { fileBytesMax, filesPerUploadMax } from '#contract/files.ts';
import { addAttachment, findAttachment, type StoredAttachment, storeAttachmentBytes } from '#domain/messages/index.ts';
import { loadPerson, type Person } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import { apiPrefix } from '../mount.ts';
import type { Sessions } from '../sessions.ts';
import { sendData } from '../wire.ts';

type Needs = { db: Database; sessions: Sessions; files: Files; secrets: Secrets };

/** Pictures made of pixels. Everything else is only ever downloaded: nothing a stranger sent runs in our origin. */
const shownInline = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);
const nameLengthMax = 255;

export function mountFiles(app: FastifyInstance, { db, sessions, files, secrets }: Needs): void {
  app.post(`${apiPrefix}/files/upload`, { config: { takesUploads: true } }, async (request, reply) => {
    const { person } = await sessions.require(request);
    const companyId = person.companies.find((id) => person.may(id, 'messages.create'));
    if (companyId === undefined) throw new Problem('forbidden');
    if (!request.isMultipart()) throw new Problem('unsupported_media_type');

    const uploaded: { id: number; name: string; size: number; content_type: string }[] = [];
    for await (const part of request.files({ limits: { fileSize: fileBytesMax, files: filesPerUploadMax } })) {
      const bytes = await part.toBuffer();
      if (part.file.truncated) throw new Problem('file_too_large', { field: 'file' });
      if (bytes.byteLength === 0) throw new Problem('file_empty', { field: 'file' });
      const name = safeName(part.filename);
      const contentType = (await fileTypeFromBuffer(bytes))?.mime ?? plainType(part.mimetype);
      const { key, hash } = await storeAttachmentBytes(files, companyId, bytes);
      const id = await db.transaction({ companies: [companyId] }, (tx) =>
        addAttachment(tx, {
          companyId,
          messageId: null,
          uploadedBy: person.userId,
          name,
          contentType,
          size: bytes.byteLength,
          key,
          hash,
          contentId: null,
          inline: false,
        }),
      );
      uploaded.push({ id, name, size: bytes.byteLength, content_type: contentType });
    }
    if (uploaded.length === 0) throw new Problem('required', { field: 'file' });
    return sendData(reply, { files: uploaded });
  });

  app.get<{ Params: { id: string }; Querystring: { inline?: string; token?: string } }>(
    `${apiPrefix}/files/:id`,
    async (request, reply) => {
      const id = idOf(request.params.id);
      const person = await whoAsks(request, id);
      const file = await db.transaction({ companies: person.companies }, (tx) => findAttachment(tx, id));
      if (!file || !mayRead(person, file)) throw new Problem('not_found');
      await sendFile(reply, file, files, request.query.inline === '1');
      return reply;
    },
  );

  /** By cookie, or by a link made for this person and file: a sandboxed letter cannot send cookies. */
  async function whoAsks(request: FastifyRequest<{ Querystring: { token?: string } }>, id: number): Promise<Person> {
    const { token } = request.query;
    if (token === undefined) return (await sessions.require(request)).person;
    const userId = readFileToken(secrets, id, token);
    const person = userId === undefined ? undefined : await loadPerson(db, userId);
    if (!person) throw new Problem('not_found');
    return person;
  }
}

const mayRead = (person: Person, file: StoredAttachment): boolean =>
  file.message_id === null ? file.uploaded_by === person.userId : person.may(file.company_id, 'messages.get');

async function sendFile(
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

const tokenMinutes = 60;

/** A link to one file for one person, for an hour; whether they still may is asked again when it is used. */
export function makeFileToken(secrets: Secrets, fileId: number, userId: number): string {
  const expires = Math.ceil(Date.now() / 60_000) + tokenMinutes;
  return `${userId}.${expires}.${secrets.sign('file-link', `${fileId}.${userId}.${expires}`)}`;
}

function readFileToken(secrets: Secrets, fileId: number, token: string): number | undefined {
  const [userId, expires, signature, more] = token.split('.');
  if (!userId || !expires || !signature || more !== undefined) return undefined;
  if (!secrets.verify('file-link', `${fileId}.${userId}.${expires}`, signature)) return undefined;
  return Number(expires) * 60_000 > Date.now() ? Number(userId) : undefined;
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
  return clean.slice(0, nameLengthMax) || 'file';
}

const plainType = (type: string | undefined): string =>
  type && /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,60}$/i.test(type) ? type.toLowerCase() : 'application/octet-stream';

/** RFC 6266: an ASCII name for old clients and the real one in UTF-8. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

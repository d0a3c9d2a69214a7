import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { playedType, uploadAnswer } from '#contract/files.ts';
import { isOfWaitingLetter } from '#domain/drafts/index.ts';
import { findAttachment, type StoredAttachment } from '#domain/messages/index.ts';
import type { Person } from '#domain/people/index.ts';
import { isUsable } from '#domain/templates/index.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import { parse } from '#platform/parse.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import { unlessGone } from '#platform/stream-zip.ts';
import { mountUploads } from '../front-door.ts';
import { apiPrefix } from '../mount.ts';
import { partAsked } from '../part-asked.ts';
import type { Holder, Sessions } from '../sessions.ts';
import { readParts, shownInline, takeFiles } from '../take-files.ts';
import { passes } from '../transfers.ts';
import type { UploadCrowd } from '../upload-crowd.ts';
import { sendData } from '../wire.ts';

type Needs = { db: Database; sessions: Sessions; files: Files; secrets: Secrets; within: UploadCrowd };

const fileQuery = z.strictObject({ inline: z.enum(['0', '1']).optional(), token: z.string().max(200).optional() });

const upload = passes({
  about: 'Takes files, all or none: by their ids they go along with a reply, a note or a new letter',
  for: 'messages.create',
  takes: { files: 'several' },
  sends: uploadAnswer,
  errors: [
    'forbidden',
    'unsupported_media_type',
    'required',
    'file_empty',
    'file_too_large',
    'quota_exceeded',
    'too_many_requests',
  ],
});
const download = passes({
  about: 'A file of a message, or of a part of it (Range). inline=1: a picture, a recording or a film as what it is',
  for: 'messages.get',
  query: fileQuery.pick({ inline: true }),
  sends: 'application/octet-stream',
  errors: ['not_found'],
});

export function mountFiles(app: FastifyInstance, { db, sessions, files, secrets, within }: Needs): void {
  mountUploads(app, (scope) =>
    scope.post(`${apiPrefix}/files/upload`, upload, async (request, reply) => {
      const { person } = await sessions.admit(request, 'messages.create');
      const companyId = person.companies.find((id) => person.may(id, 'messages.create'));
      if (companyId === undefined) throw new Problem('forbidden');
      if (!request.isMultipart()) throw new Problem('unsupported_media_type');

      const by = { companyId, uploadedBy: person.userId };
      const taken = await within({ person: person.userId, company: companyId }, () =>
        takeFiles({ db, files }, readParts(request), by),
      );
      return sendData(reply, { files: taken });
    }),
  );

  app.get<{ Params: { id: string } }>(`${apiPrefix}/files/:id`, download, async (request, reply) => {
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

  /** By cookie, or by a link made for this file and session: a sandboxed letter cannot send cookies. */
  async function whoAsks(request: FastifyRequest, link: string | undefined, id: number): Promise<Person> {
    if (link === undefined) return (await sessions.admit(request, 'messages.get')).person;
    const holder = readFileLink(secrets, id, link);
    const person = holder && (await sessions.admitHolder(holder, request, 'messages.get'));
    if (!person) throw new Problem('not_found');
    return person;
  }
}

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
  const isPicture = wantsInline && shownInline.has(file.content_type);
  const type = isPicture ? file.content_type : wantsInline ? playedType(file.content_type) : undefined;
  // A browser keeps it, and asks each time whether it may still be shown: another person may sit there, or lose the right.
  const tag = `"${file.id}-${file.size}"`;
  const { headers, method } = reply.request;
  const isKept = headers['if-none-match'] === tag;
  // A part is asked for by GET alone (RFC 9110, section 14.2).
  const part = isKept || method !== 'GET' ? undefined : partAsked(headers, tag, file.size);
  // First of all: a file that is not there must not be announced.
  const bytes = isKept || part === 'beyond' ? undefined : await unlessGone(files.stream(file.file_key, part));
  if (!bytes && !isKept && part !== 'beyond') throw new Problem('not_found');
  reply
    .header('content-type', type ?? 'application/octet-stream')
    .header('content-disposition', contentDisposition(type ? 'inline' : 'attachment', file.name))
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    // A sandboxed letter has no origin of its own; its pictures come by links made for them.
    .header('cross-origin-resource-policy', isPicture ? 'cross-origin' : 'same-origin')
    .header('cache-control', 'private, no-cache')
    .header('etag', tag)
    .header('accept-ranges', 'bytes');
  if (part === 'beyond') await reply.code(416).header('content-range', `bytes */${file.size}`).send();
  else if (!bytes) await reply.code(304).send();
  else if (!part) await reply.header('content-length', String(file.size)).send(bytes);
  else
    await reply
      .code(206)
      .header('content-range', `bytes ${part.offset}-${part.offset + part.length - 1}/${file.size}`)
      .header('content-length', String(part.length))
      .send(bytes);
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

/** RFC 6266: an ASCII name for old clients and the real one in UTF-8. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

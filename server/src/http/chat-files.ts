import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { idValue } from '#contract/entity.ts';
import {
  type ChatFile,
  type ChatMessage,
  chatFileBytesMax,
  chatUploadAnswer,
  chatUploadPath,
  signedIdentity,
} from '#contract/quidget-chat.ts';
import { type ChatMessageRow, findChat, findVisitor, isShownToVisitors } from '#domain/chats/index.ts';
import { readAttachment } from '#domain/messages/index.ts';
import { avatarBytes } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { parse } from '#platform/parse.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import { mountUploads } from './front-door.ts';
import { apiPrefix, preflight } from './mount.ts';
import { idOf, sendFile } from './routes/file-routes.ts';
import { sendPicture } from './send-picture.ts';
import { type ReadPart, readParts, shownInline, type TakenFile, takeFiles } from './take-files.ts';
import { passes } from './transfers.ts';
import { createVisitorsCrowd } from './upload-crowd.ts';
import { sendData } from './wire.ts';

const linkMinutes = 60;
const query = z.strictObject({ token: z.string().max(200) });

export type ChatFileLinks = {
  /** A message whose files have addresses, good for an hour and for this visitor. */
  withAddresses(message: ChatMessageRow, companyId: number): ChatMessage;
  withAddress(file: TakenFile, companyId: number): ChatFile;
  /** Of a portrait that visitors may see. */
  faceOf(avatar: string | null): string | null;
  read(fileId: number, token: string): number | undefined;
};

/** Pictures and downloads of chats: by a link that was made for whoever may see the message, since pages of other sites send no cookie. */
export function chatFileLinks(secrets: Secrets, apiUrl: () => string): ChatFileLinks {
  const sign = (fileId: number, companyId: number, expires: number) =>
    secrets.sign('chat-file', `${fileId}.${companyId}.${expires}`);
  const withAddress = (file: TakenFile, companyId: number): ChatFile => {
    const expires = Math.ceil(Date.now() / 60_000) + linkMinutes;
    return {
      ...file,
      url: `${apiUrl()}/api/chat/files/${file.id}?token=${companyId}.${expires}.${sign(file.id, companyId, expires)}`,
      is_picture: shownInline.has(file.content_type),
    };
  };
  const faceOf = (avatar: string | null) => avatar && `${apiUrl()}/api/chat/faces/${avatar.replace('avatars/', '')}`;
  return {
    faceOf,
    withAddresses: ({ avatar, ...message }, companyId) => ({
      ...message,
      picture: faceOf(avatar),
      files: message.files.map((file) => withAddress(file, companyId)),
    }),
    withAddress,
    read(fileId, token) {
      const [company, expires, signature, more] = token.split('.');
      if (!company || !expires || !signature || more !== undefined) return undefined;
      const isOurs = secrets.verify('chat-file', `${fileId}.${company}.${expires}`, signature);
      return isOurs && Number(expires) * 60_000 > Date.now() ? Number(company) : undefined;
    },
  };
}

/** Of one visitor. */
const uploadsOfVisitor: Limit = { name: 'chat uploads', points: 20, seconds: 600 };
/** Of one address, in megabytes. */
const uploadedMegabytes: Limit = { name: 'chat upload megabytes', points: 200, seconds: 24 * 3600 };
const uploadsOfAddress: Limit = { name: 'chat upload tries', points: 60, seconds: 600 };

const facesOfAddress: Limit = { name: 'chat faces', points: 300, seconds: 60 };

const uploadFields = z.strictObject({
  quidget: z.coerce.number().pipe(idValue),
  token: z.string().max(100),
  key: z.uuid(),
  identity: z.string().max(1000).optional(),
});

const visitorsFile = passes({
  about: 'Takes a file that a visitor of a website sends along in their chat',
  for: 'sites',
  takes: { files: 'one', texts: uploadFields },
  sends: chatUploadAnswer,
  errors: [
    'not_found',
    'forbidden',
    'unsupported_media_type',
    'required',
    'file_empty',
    'file_too_large',
    'quota_exceeded',
    'too_many_requests',
  ],
});
const fileOfChat = passes({
  about: 'A file of a chat, by the address that its message tells',
  for: 'sites',
  query,
  sends: 'application/octet-stream',
  errors: ['not_found'],
});
const face = passes({
  about: 'The portrait of somebody who answers visitors',
  for: 'sites',
  sends: 'image/webp',
  errors: ['not_found', 'too_many_requests'],
});

type Needs = { db: Database; secrets: Secrets; files: Files; limits: Limits; links: ChatFileLinks };

export function mountChatFiles(app: FastifyInstance, the: Needs): void {
  const { db, files, limits, links } = the;
  const within = createVisitorsCrowd();
  const path = `${apiPrefix}/${chatUploadPath}`;
  app.options(path, { config: { isForSites: true } }, async (_request, reply) =>
    reply.code(204).headers(preflight).send(),
  );
  mountUploads(app, (scope) =>
    scope.post(path, visitorsFile, async (request, reply) => {
      await limits.take(uploadsOfAddress, { address: request.ip });
      if (!request.isMultipart()) throw new Problem('unsupported_media_type');
      return within(request.ip, (asVisitor) => takeOne(request, reply, asVisitor));
    }),
  );

  async function takeOne(
    request: FastifyRequest,
    reply: FastifyReply,
    asVisitor: Parameters<Parameters<typeof within>[1]>[0],
  ) {
    let by: { companyId: number; uploadedBy: null; visitorId: number } | undefined;
    const admit = async (given: ReadPart['fields']) => {
      const { identity, key, ...fields } = parse(uploadFields, given);
      const shown = {
        ...fields,
        identity: identity === undefined ? undefined : parse(signedIdentity, fromJson(identity)),
      };
      const { visitor, ...asking } = await findVisitor(the, shown, request.headers.origin);
      if (!visitor) throw new Problem('not_found', { field: 'token' });
      const { company_id: companyId, settings } = asking.quidget;
      // Only into a conversation that is there: nobody makes our disk theirs.
      await findChat(db.reader({ companies: [companyId] }), asking, visitor, key);
      if (settings.behaviour.takes_files === 0) throw new Problem('forbidden', { field: 'file' });
      // First, so that whoever is told to wait a moment has not used up a try.
      asVisitor({ visitor: visitor.id, company: companyId });
      await limits.take(uploadsOfVisitor, { text: `visitor ${visitor.id}` });
      by = { companyId, uploadedBy: null, visitorId: visitor.id };
    };
    for await (const part of readParts(request, { fileSize: chatFileBytesMax, files: 1 }, admit)) {
      await limits.take(uploadedMegabytes, { address: request.ip }, Math.ceil(part.bytes.byteLength / 1_048_576));
      const [file] = by ? await takeFiles(the, [part], by) : [];
      if (!by || !file) throw new Problem('internal');
      return sendData(reply, chatUploadAnswer.parse({ file: links.withAddress(file, by.companyId) }));
    }
    throw new Problem('required', { field: 'file' });
  }

  app.get<{ Params: { id: string } }>(`${apiPrefix}/chat/files/:id`, fileOfChat, async (request, reply) => {
    const id = idOf(request.params.id);
    const companyId = links.read(id, parse(query, request.query).token);
    if (companyId === undefined) throw new Problem('not_found');
    const file = await db.transaction({ companies: [companyId] }, (tx) => readAttachment(tx, id));
    if (!file) throw new Problem('not_found');
    await sendFile(reply, file, files, shownInline.has(file.content_type));
    return reply;
  });

  app.get<{ Params: { name: string } }>(`${apiPrefix}/chat/faces/:name`, face, async (request, reply) => {
    await limits.take(facesOfAddress, { address: request.ip });
    const avatar = `avatars/${request.params.name}`;
    const webp = (await isShownToVisitors(db, avatar)) ? await avatarBytes(files, avatar, 64) : undefined;
    return sendPicture(reply, webp);
  });
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('malformed_json', { field: 'identity' });
  }
}

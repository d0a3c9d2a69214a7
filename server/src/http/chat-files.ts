import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ChatMessage } from '#contract/quidget-chat.ts';
import type { ChatMessageRow } from '#domain/chats/index.ts';
import { readAttachment } from '#domain/messages/index.ts';
import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import { parse } from '#platform/parse.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import { apiPrefix } from './mount.ts';
import { idOf, sendFile, shownInline } from './routes/file-routes.ts';

const linkMinutes = 60;
const query = z.strictObject({ token: z.string().max(200) });

export type ChatFileLinks = {
  /** A message whose files have addresses, good for an hour and for this visitor. */
  withAddresses(message: ChatMessageRow, companyId: number): ChatMessage;
  read(fileId: number, token: string): number | undefined;
};

/** Pictures and downloads of chats: by a link that was made for whoever may see the message, since pages of other sites send no cookie. */
export function chatFileLinks(secrets: Secrets, apiUrl: () => string): ChatFileLinks {
  const sign = (fileId: number, companyId: number, expires: number) =>
    secrets.sign('chat-file', `${fileId}.${companyId}.${expires}`);
  return {
    withAddresses(message, companyId) {
      const expires = Math.ceil(Date.now() / 60_000) + linkMinutes;
      return {
        ...message,
        files: message.files.map((file) => ({
          ...file,
          url: `${apiUrl()}/api/chat/files/${file.id}?token=${companyId}.${expires}.${sign(file.id, companyId, expires)}`,
          is_picture: shownInline.has(file.content_type),
        })),
      };
    },
    read(fileId, token) {
      const [company, expires, signature, more] = token.split('.');
      if (!company || !expires || !signature || more !== undefined) return undefined;
      const isOurs = secrets.verify('chat-file', `${fileId}.${company}.${expires}`, signature);
      return isOurs && Number(expires) * 60_000 > Date.now() ? Number(company) : undefined;
    },
  };
}

export function mountChatFiles(
  app: FastifyInstance,
  { db, files, links }: { db: Database; files: Files; links: ChatFileLinks },
): void {
  app.get<{ Params: { id: string } }>(
    `${apiPrefix}/chat/files/:id`,
    { config: { isForSites: true } },
    async (request, reply) => {
      const id = idOf(request.params.id);
      const companyId = links.read(id, parse(query, request.query).token);
      if (companyId === undefined) throw new Problem('not_found');
      const file = await db.transaction({ companies: [companyId] }, (tx) => readAttachment(tx, id));
      if (!file || file.message_id === null) throw new Problem('not_found');
      await sendFile(reply, file, files, shownInline.has(file.content_type));
      return reply;
    },
  );
}

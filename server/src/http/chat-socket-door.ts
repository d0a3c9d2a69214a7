import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { type ChatSaid, type ChatTold, chatHello, chatSaid, chatSocketPath } from '#contract/quidget-chat.ts';
import { findChats, findVisitor, noteAttributes, type Shown } from '#domain/chats/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import type { Log } from '#platform/log.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import type { ChatFileLinks } from './chat-files.ts';
import { conversationOf } from './chat-told.ts';
import { letGo, pathOf, refuse, safeJson, talkingTurns } from './socket-door.ts';

/** What the hall behind this door offers; see `flows/chats`. */
type Enter = (window: {
  companyId: number;
  visitorId: number;
  visitorIds: readonly number[];
  send(news: News): void;
}) => { know(chats: readonly Chat[]): void; type(key: string, isTyping: boolean): void; leave(): void };
type Chat = Awaited<ReturnType<typeof findChats>>[number];
type News =
  | { kind: 'messages'; chat: Chat; messages: readonly Parameters<ChatFileLinks['withAddresses']>[0][] }
  | { kind: 'typing'; key: string; name: string | null }
  | { kind: 'again' };

const frameBytesMax = 8192;
const helloSeconds = 10;
const pingSeconds = 30;
const bufferedBytesMax = 256 * 1024;
const windows: Limit = { name: 'chat windows', points: 600, seconds: 60 };

/** The door for chat windows of pages anywhere: nobody is let in by a cookie, little is heard, and one visitor's words alone are told. */
export function openChatSocketDoor(
  app: FastifyInstance,
  the: {
    db: Database;
    secrets: Secrets;
    limits: Limits;
    links: ChatFileLinks;
    enter: Enter;
    log: Log;
    addressOf: (request: IncomingMessage) => string;
  },
): { close(): void } {
  const { db, limits, links, enter, log } = the;
  const server = new WebSocketServer({ noServer: true, maxPayload: frameBytesMax, perMessageDeflate: false });

  app.server.on('upgrade', (request, socket, head) => {
    if (pathOf(request) !== chatSocketPath) return;
    limits.take(windows, { address: the.addressOf(request) }).then(
      () => socket.destroyed || server.handleUpgrade(request, socket, head, (ws) => serve(ws, request.headers.origin)),
      () => refuse(socket, 429),
    );
  });

  function toldOf(news: News, companyId: number): ChatTold {
    // After every hello a window asks for what it missed.
    if (news.kind === 'again') return { kind: 'hello' };
    if (news.kind === 'typing') return news;
    const messages = news.messages.map((one) => links.withAddresses(one, companyId));
    return { kind: 'messages', conversation: conversationOf(news.chat), messages };
  }

  function serve(ws: WebSocket, origin: string | undefined): void {
    let inChat: ReturnType<Enter> | undefined;
    let here: { companyId: number; visitorId: number } | undefined;
    let isGreeted = false;
    let isAlive = true;
    const mayTalk = talkingTurns();
    const say = (told: ChatTold) => {
      if (ws.readyState !== ws.OPEN) return;
      if (ws.bufferedAmount > bufferedBytesMax) return ws.terminate();
      ws.send(JSON.stringify(told));
    };
    const impatience = setTimeout(() => letGo(ws, 4408, 'say hello'), helloSeconds * 1000);
    const pulse = setInterval(() => {
      if (!isAlive) return ws.terminate();
      isAlive = false;
      ws.ping();
    }, pingSeconds * 1000);

    async function greet(shown: Shown): Promise<void> {
      const { visitor, ...asking } = await findVisitor(the, shown, origin);
      const { company_id: companyId } = asking.quidget;
      if (!visitor) return letGo(ws, 4404, 'nobody');
      const { chats, visitorIds } = await db.transaction({ companies: [companyId] }, async (tx) => ({
        chats: await findChats(tx, asking, visitor),
        visitorIds: (
          await tx.rows<{ id: number }>(
            sql`select id from visitors where quidget_id = ${asking.quidget.id} and (id = ${visitor.id} or (external_id is not null and external_id = ${asking.externalId}))`,
          )
        ).map((row) => row.id),
      }));
      if (ws.readyState !== ws.OPEN) return;
      here = { companyId, visitorId: visitor.id };
      inChat = enter({
        ...{ companyId, visitorId: visitor.id, visitorIds },
        send: (news) => say(toldOf(news, companyId)),
      });
      inChat.know(chats);
      say({ kind: 'hello' });
    }

    function hear(said: ChatSaid): void {
      if (said.kind === 'typing') inChat?.type(said.key, said.is_typing);
      if (said.kind === 'attributes' && here)
        db.transaction({ companies: [here.companyId] }, (tx) =>
          noteAttributes(tx, here?.visitorId ?? 0, said.attributes),
        ).catch((error: unknown) => log.warn({ err: error }, 'what a page says of its visitor could not be noted'));
    }

    ws.on('pong', () => {
      isAlive = true;
    });
    ws.on('message', (data) => {
      if (!mayTalk()) return letGo(ws, 4429, 'too much');
      if (isGreeted) {
        const said = chatSaid.safeParse(safeJson(String(data)));
        // A newer page may say what this server does not know.
        if (said.success) hear(said.data);
        return;
      }
      isGreeted = true;
      clearTimeout(impatience);
      const hello = chatHello.safeParse(safeJson(String(data)));
      if (!hello.success) return letGo(ws, 4400, 'not a hello');
      greet(hello.data).catch((error: unknown) => {
        if (error instanceof Problem && error.status < 500) return letGo(ws, 4403, error.key);
        log.warn({ err: error }, 'a chat window could not be let in');
        letGo(ws, 1013, 'try again');
      });
    });
    ws.on('error', () => ws.terminate());
    ws.on('close', () => {
      clearTimeout(impatience);
      clearInterval(pulse);
      inChat?.leave();
    });
  }

  return {
    close() {
      for (const ws of server.clients) ws.close(1001, 'restarting');
      server.close();
    },
  };
}

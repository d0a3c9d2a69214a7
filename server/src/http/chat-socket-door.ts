import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import type { z } from 'zod';
import {
  type ChatSaid,
  type ChatTold,
  chatHello,
  chatSaid,
  chatSocketPath,
  pageHello,
} from '#contract/quidget-chat.ts';
import type { QuidgetLanguage } from '#contract/quidget-settings.ts';
import {
  findChats,
  findVisitor,
  noteAttributes,
  type OpenQuidget,
  type Shown,
  type Visitor,
} from '#domain/chats/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import type { Log } from '#platform/log.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import type { ChatFileLinks } from './chat-files.ts';
import { conversationOf } from './chat-told.ts';
import { type EnterVisit, enterPage, type OnPage } from './enter-page.ts';
import { createSocketCrowd } from './socket-crowd.ts';
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
  | { kind: 'again' }
  | { kind: 'invitation'; key: string; name: string; text: string };
/** Who is behind a socket, once it has said hello. */
type Here = { quidget: OpenQuidget; visitor: Visitor | undefined; isInChat: boolean; language: QuidgetLanguage };

const frameBytesMax = 8192;
const helloSeconds = 10;
const pingSeconds = 30;
const bufferedBytesMax = 256 * 1024;
const windows: Limit = { name: 'chat windows', points: 600, seconds: 60 };

/**
 * The door for pages anywhere, those with a chat and those that only say that they are open: nobody is let in by a cookie,
 * little is heard, and one visitor's words alone are told.
 */
export function openChatSocketDoor(
  app: FastifyInstance,
  the: {
    db: Database;
    secrets: Secrets;
    limits: Limits;
    links: ChatFileLinks;
    enter: Enter;
    visit: EnterVisit;
    log: Log;
    addressOf: (request: IncomingMessage) => string;
  },
): { close(): void } {
  const { db, limits, links, enter, log } = the;
  // Apart, so that pages that are only open take no room from those that have something to say.
  const [makeRoom, makeRoomInChat] = [createSocketCrowd(), createSocketCrowd()];
  const server = new WebSocketServer({ noServer: true, maxPayload: frameBytesMax, perMessageDeflate: false });

  app.server.on('upgrade', (request, socket, head) => {
    if (pathOf(request) !== chatSocketPath) return;
    limits.take(windows, { address: the.addressOf(request) }).then(
      () => socket.destroyed || server.handleUpgrade(request, socket, head, (ws) => serve(ws, request)),
      () => refuse(socket, 429),
    );
  });

  function toldOf(news: News, companyId: number): ChatTold {
    // After every hello a window asks for what it missed.
    if (news.kind === 'again') return { kind: 'hello' };
    if (news.kind === 'typing' || news.kind === 'invitation') return news;
    const messages = news.messages.map((one) => links.withAddresses(one, companyId));
    return { kind: 'messages', conversation: conversationOf(news.chat), messages };
  }

  function serve(ws: WebSocket, request: IncomingMessage): void {
    const { origin, 'user-agent': userAgent = '' } = request.headers;
    const ip = the.addressOf(request);
    let inChat: ReturnType<Enter> | undefined;
    let here: Here | undefined;
    /** Of nothing, where it could not be noted. */
    let onPage: Promise<OnPage | undefined> | undefined;
    let leaveRoom: (() => void) | undefined;
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
      if (ws.readyState !== ws.OPEN) return;
      leaveRoom = makeRoomInChat({ personId: visitor.id, ip });
      if (!leaveRoom) return letGo(ws, 4429, 'too many');
      const { chats, visitorIds } = await db.transaction({ companies: [companyId] }, async (tx) => ({
        chats: await findChats(tx, asking, visitor),
        visitorIds: (
          await tx.rows<{ id: number }>(
            sql`select id from visitors where quidget_id = ${asking.quidget.id} and (id = ${visitor.id} or (external_id is not null and external_id = ${asking.externalId}))`,
          )
        ).map((row) => row.id),
      }));
      if (ws.readyState !== ws.OPEN) return;
      const isInChat = chats.some((one) => one.state === 'open');
      here = { quidget: asking.quidget, visitor, isInChat, language: visitor.language };
      inChat = enter({
        ...{ companyId, visitorId: visitor.id, visitorIds },
        send: (news) => {
          if (news.kind === 'messages' && news.chat.state === 'open') void onPage?.then((one) => one?.answers());
          say(toldOf(news, companyId));
        },
      });
      inChat.know(chats);
      say({ kind: 'hello' });
    }

    /** Nobody has written here, at least not lately. Somebody's own token says who they are; without their site's word it does not. */
    async function greetPage({ quidget, token = '', language, page }: z.output<typeof pageHello>): Promise<void> {
      leaveRoom = makeRoom({ ip });
      if (!leaveRoom) return letGo(ws, 4429, 'too many');
      const found = await findVisitor(the, { quidget, token }, origin).catch((error: unknown) => {
        if (error instanceof Problem && error.key === 'forbidden')
          return findVisitor(the, { quidget, token: '' }, origin);
        throw error;
      });
      if (ws.readyState !== ws.OPEN) return;
      here = { quidget: found.quidget, visitor: found.visitor, isInChat: false, language };
      look(page);
      say({ kind: 'hello' });
    }

    function look(page: { url: string; title: string; referrer: string }): void {
      if (!here) return;
      if (onPage) return void onPage.then((one) => one?.see({ url: page.url, title: page.title }));
      const send = (told: Omit<Extract<News, { kind: 'invitation' }>, 'kind'>) =>
        say({ kind: 'invitation', ...{ key: told.key, name: told.name, text: told.text } });
      onPage = enterPage(the, { ...here, page, ip, userAgent, send }).catch((error: unknown) => {
        log.warn({ err: error }, 'that a page is open could not be noted');
        return undefined;
      });
    }

    /** Somebody's chat, or a page that only says that it is open. */
    function greetAny(first: unknown): Promise<void> | undefined {
      const chat = chatHello.safeParse(first);
      if (chat.success) return greet(chat.data);
      const page = pageHello.safeParse(first);
      if (page.success) return greetPage(page.data);
      letGo(ws, 4400, 'not a hello');
      return undefined;
    }

    function hear(said: ChatSaid): void {
      if (said.kind === 'typing') inChat?.type(said.key, said.is_typing);
      if (said.kind === 'page') look(said);
      const visitor = here?.visitor;
      if (said.kind === 'attributes' && here && visitor)
        db.transaction({ companies: [here.quidget.company_id] }, (tx) =>
          noteAttributes(tx, visitor.id, said.attributes),
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
      const first = safeJson(String(data));
      greetAny(first)?.catch((error: unknown) => {
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
      leaveRoom?.();
      void onPage?.then((one) => one?.leave());
    });
  }

  return {
    close() {
      for (const ws of server.clients) ws.close(1001, 'restarting');
      server.close();
    },
  };
}

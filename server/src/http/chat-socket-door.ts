import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import type { z } from 'zod';
import {
  type ChatSaid,
  type ChatTold,
  chatBeatSeconds,
  chatHello,
  chatSaid,
  chatSocketPath,
  pageHello,
} from '#contract/quidget-chat.ts';
import {
  type Chat,
  findHeldChats,
  findVisitor,
  type HeldChat,
  noteAttributes,
  type Shown,
  siteUserOf,
} from '#domain/chats/index.ts';
import type { Database } from '#platform/database.ts';
import type { RecordedEvent } from '#platform/events.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import type { Log } from '#platform/log.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Wake } from '#platform/wake.ts';
import type { ChatFileLinks } from './chat-files.ts';
import { createGuests, type Guest, notWelcome } from './chat-guests.ts';
import { conversationOf } from './chat-told.ts';
import { type EnterVisit, enterPage, type OnPage } from './enter-page.ts';
import { createSocketCrowd, socketsAtDoorMax } from './socket-crowd.ts';
import { letGo, pathOf, refuse, safeJson, talkingTurns } from './socket-door.ts';

/** What the hall behind this door offers; see `flows/chats`. */
type Window = { companyId: number; visitorId: number; siteUser: string | null };
type Enter = (window: Window & { send(news: News): void }, read: () => Promise<readonly HeldChat[]>) => Promise<InChat>;
type InChat = { readonly isOpen: boolean; type(key: string, isTyping: boolean): void; leave(): void };
type News =
  | { kind: 'messages'; chat: Chat; messages: readonly Parameters<ChatFileLinks['withAddresses']>[0][] }
  | { kind: 'typing'; key: string; name: string | null }
  | { kind: 'again' }
  | { kind: 'invitation'; key: string; name: string; text: string };

/** All that a page may claim of its visitor (quidget-chat.ts) fits, in letters of any kind and however they are written. */
const frameBytesMax = 32 * 1024;
const helloSeconds = 10;
const bufferedBytesMax = 256 * 1024;
const windows: Limit = { name: 'chat windows', points: 600, seconds: 60 };

/** A socket from its first moment on. What thousands have is said once: functions are shared, and there is one clock for all. */
type Open = {
  readonly ws: WebSocket;
  readonly ip: string;
  readonly origin: string | undefined;
  readonly userAgent: string;
  /** On which tick of the clock it is asked whether it is alive. */
  readonly beat: number;
  readonly mayTalk: () => boolean;
  isAlive: boolean;
  guest: Guest | undefined;
  inChat: InChat | undefined;
  /** Of nothing, where it could not be noted. */
  onPage: Promise<OnPage | undefined> | undefined;
  /** Let in or let go, either way no longer at the door. */
  readonly leaveDoor: () => void;
  leaveRoom: (() => void) | undefined;
};

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
    wake: Wake;
    links: ChatFileLinks;
    enter: Enter;
    visit: EnterVisit;
    hear: (ear: { isOpen(): boolean; hear(events: readonly RecordedEvent[]): Promise<void> }) => void;
    log: Log;
    addressOf: (request: IncomingMessage) => string;
  },
): { close(): void } {
  const { db, limits, wake, links, enter, log } = the;
  // Apart, so that pages that are only open take no room from those that have something to say.
  const [makeRoom, makeRoomInChat] = [createSocketCrowd(), createSocketCrowd()];
  const makeRoomAtDoor = createSocketCrowd(socketsAtDoorMax);
  const server = new WebSocketServer({ noServer: true, maxPayload: frameBytesMax, perMessageDeflate: false });
  const guests = createGuests(the);
  the.hear(guests.ear);
  const all = new Set<Open>();
  let [tick, nextBeat] = [0, 0];
  const clock = setInterval(() => {
    tick = (tick + 1) % chatBeatSeconds;
    for (const open of all) if (open.beat === tick) beat(open);
  }, 1000);

  app.server.on('upgrade', (request, socket, head) => {
    if (pathOf(request) !== chatSocketPath) return;
    const ip = the.addressOf(request);
    const leaveDoor = makeRoomAtDoor({ ip });
    if (!leaveDoor) return refuse(socket, 429);
    socket.once('close', leaveDoor);
    limits.take(windows, { address: ip }).then(
      () => socket.destroyed || server.handleUpgrade(request, socket, head, (ws) => serve(ws, request, ip, leaveDoor)),
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

  function serve(ws: WebSocket, { headers }: IncomingMessage, ip: string, leaveDoor: () => void): void {
    nextBeat = (nextBeat + 1) % chatBeatSeconds;
    const open: Open = {
      ...{ ws, ip, origin: headers.origin, userAgent: headers['user-agent'] ?? '', beat: nextBeat },
      ...{ mayTalk: talkingTurns(), isAlive: true },
      ...{ guest: undefined, inChat: undefined, onPage: undefined, leaveRoom: undefined, leaveDoor },
    };
    all.add(open);
    const impatience = setTimeout(() => letGo(ws, 4408, 'say hello'), helloSeconds * 1000);
    ws.once('message', () => clearTimeout(impatience));
    ws.on('message', (data) => hear(open, String(data)));
    ws.on('pong', () => {
      open.isAlive = true;
    });
    ws.on('error', () => ws.terminate());
    ws.on('close', () => {
      clearTimeout(impatience);
      leave(open);
    });
  }

  function beat(open: Open): void {
    const { ws } = open;
    if (!open.isAlive) ws.terminate();
    else if (ws.readyState === ws.OPEN) {
      ws.ping();
      // Nothing is said before the greeting.
      if (open.inChat || open.onPage) say(open, { kind: 'beat' });
    }
    open.isAlive = false;
  }

  function leave(open: Open): void {
    all.delete(open);
    open.inChat?.leave();
    open.leaveRoom?.();
    if (open.guest) guests.leave(open.guest);
    void open.onPage?.then((one) => one?.leave());
  }

  function say({ ws }: Open, told: ChatTold): void {
    if (ws.readyState !== ws.OPEN) return;
    if (ws.bufferedAmount > bufferedBytesMax) ws.terminate();
    else ws.send(JSON.stringify(told));
  }

  function hear(open: Open, data: string): void {
    const { ws, guest } = open;
    if (!open.mayTalk()) letGo(ws, 4429, 'too much');
    else if (guest) {
      const said = chatSaid.safeParse(safeJson(data));
      // A newer page may say what this server does not know.
      if (said.success) heed(open, said.data);
    } else
      greetAny(open, safeJson(data))
        ?.catch((error: unknown) => {
          if (error instanceof Problem && error.status < 500) return letGo(ws, notWelcome, error.key);
          log.warn({ err: error }, 'a chat window could not be let in');
          letGo(ws, 1013, 'try again');
        })
        .finally(open.leaveDoor);
  }

  /** Somebody's chat, or a page that only says that it is open. */
  function greetAny(open: Open, first: unknown): Promise<void> | undefined {
    const chat = chatHello.safeParse(first);
    const page = chat.success ? undefined : pageHello.safeParse(first);
    const hello = chat.success ? chat.data : page?.data;
    if (!hello) {
      letGo(open.ws, 4400, 'not a hello');
      return undefined;
    }
    const { ws, origin } = open;
    open.guest = guests.enter({ ws, origin, quidgetId: hello.quidget, identity: chat.data?.identity });
    return chat.success ? greet(open, open.guest, chat.data) : page?.data && greetPage(open, open.guest, page.data);
  }

  async function greet(open: Open, guest: Guest, shown: Shown): Promise<void> {
    const { ws, ip, origin } = open;
    const { visitor, ...asking } = await findVisitor(the, shown, origin);
    const { company_id: companyId } = asking.quidget;
    if (!visitor) return letGo(ws, 4404, 'nobody');
    if (ws.readyState !== ws.OPEN) return;
    open.leaveRoom = makeRoomInChat({ personId: visitor.id, ip });
    if (!open.leaveRoom) return letGo(ws, 4429, 'too many');
    const inChat = await enterChats(open, { companyId, visitorId: visitor.id, siteUser: siteUserOf(asking) }, () =>
      findHeldChats(db.reader({ companies: [companyId] }), asking, visitor),
    );
    if (ws.readyState !== ws.OPEN) return inChat.leave();
    guest.house.quidget = asking.quidget;
    guest.visitor = visitor;
    guest.language = visitor.language;
    guest.isInChat = inChat.isOpen;
    open.inChat = inChat;
    say(open, { kind: 'hello' });
  }

  const enterChats = (open: Open, window: Window, read: () => Promise<readonly HeldChat[]>) =>
    enter(
      {
        ...window,
        send: (news) => {
          // After its greeting a window asks for what it missed.
          if (!open.inChat) return;
          if (news.kind === 'messages' && news.chat.state === 'open') void open.onPage?.then((one) => one?.answers());
          say(open, toldOf(news, window.companyId));
        },
      },
      read,
    );

  /** Nobody has written here, at least not lately. Somebody's own token says who they are; without their site's word it does not. */
  async function greetPage(
    open: Open,
    guest: Guest,
    { quidget, token = '', language, page }: z.output<typeof pageHello>,
  ): Promise<void> {
    const { ws, ip, origin } = open;
    open.leaveRoom = makeRoom({ ip });
    if (!open.leaveRoom) return letGo(ws, 4429, 'too many');
    const found = await findVisitor(the, { quidget, token }, origin).catch((error: unknown) => {
      if (error instanceof Problem && error.key === 'forbidden')
        return findVisitor(the, { quidget, token: '' }, origin);
      throw error;
    });
    if (ws.readyState !== ws.OPEN) return;
    guest.house.quidget = found.quidget;
    guest.visitor = found.visitor;
    guest.language = language;
    look(open, guest, page);
    say(open, { kind: 'hello' });
  }

  function look(open: Open, guest: Guest, page: { url: string; title: string; referrer: string }): void {
    if (open.onPage) return void open.onPage.then((one) => one?.see({ url: page.url, title: page.title }));
    const { visitor, language, isInChat, house } = guest;
    if (!house.quidget) return;
    const { ip, userAgent } = open;
    open.onPage = enterPage(the, {
      ...{ quidget: house.quidget, visitor, isInChat, language, page, ip, userAgent },
      send({ key, name, text }, hasCome) {
        say(open, { kind: 'invitation', key, name, text });
        askBack(open.ws, key, hasCome);
      },
    }).catch((error: unknown) => {
      log.warn({ err: error }, 'that a page is open could not be noted');
      return undefined;
    });
  }

  /** Browsers answer a ping, with its own words, once they have read what was sent before it. */
  function askBack(ws: WebSocket, words: string, answered: () => void): void {
    const hear = (echo: Buffer) => {
      if (String(echo) !== words) return;
      ws.off('pong', hear);
      answered();
    };
    ws.on('pong', hear);
    ws.ping(words);
  }

  function heed(open: Open, said: ChatSaid): void {
    const { guest, inChat } = open;
    if (said.kind === 'typing') inChat?.type(said.key, said.is_typing);
    // Who has not been let in yet is at no page.
    if (said.kind === 'page' && guest && (inChat || open.onPage)) look(open, guest, said);
    const visitor = guest?.visitor;
    const companyId = guest?.house.quidget?.company_id;
    if (said.kind === 'attributes' && visitor && companyId !== undefined)
      db.transaction({ companies: [companyId] }, (tx) => noteAttributes(tx, visitor.id, said.attributes))
        .then(() => wake.nudge('visits'))
        .catch((error: unknown) => log.warn({ err: error }, 'what a page says of its visitor could not be noted'));
  }

  return {
    close() {
      clearInterval(clock);
      guests.close();
      for (const ws of server.clients) ws.close(1001, 'restarting');
      server.close();
    },
  };
}

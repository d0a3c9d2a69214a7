import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { chatSocketPath } from '#contract/quidget-chat.ts';
import { realtimeHello, type Whereabouts, whereabouts } from '#contract/realtime.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import type { Log } from '#platform/log.ts';
import { Problem } from '#platform/problem.ts';
import type { Asking, Sessions } from './sessions.ts';
import { createSocketCrowd, desksPerAddressMax } from './socket-crowd.ts';

type Told = { uuid: string; entity: string; action: string; params: Record<string, unknown>; bookmark?: string };
type Listener = {
  who(): Promise<Caller | undefined>;
  send(event: Told): void;
  close(reason: 'signed_out'): void;
};
/** Where the desk behind a socket is, as it says so. */
type Seat = { move(to: Whereabouts): void; tellAnew(): void; leave(): void };
export type JoinRealtime = (listener: Listener, bookmark: string | null) => Promise<() => void>;

export const socketPath = '/v1/ws';
const frameBytesMax = 4096;
const helloSeconds = 10;
const pingSeconds = 30;
/** A client that does not read is let go before it fills our memory; it catches up when it returns. */
const bufferedBytesMax = 4 * 1024 * 1024;
/** A desk says where it is once in a second at most; what goes on talking faster is no desk. */
const wordsAtOnceMax = 20;
const farewellMilliseconds = 500;

/** The door for sockets: only our own pages, only who is signed in, and little is heard. */
export function openSocketDoor(
  app: FastifyInstance,
  {
    sessions,
    join,
    enter,
    sit,
    log,
    publicOrigin,
    addressOf,
  }: {
    sessions: Sessions;
    join: JoinRealtime;
    /** Somebody's desk has opened. Answers what to call when it closes. */
    enter: (userId: number) => () => void;
    /** Tells a desk who is at which ticket, and the others where it is. */
    sit: (listener: Listener) => Seat;
    log: Log;
    publicOrigin: string | undefined;
    /** The client's address, by the same proxies that are believed for requests. */
    addressOf: (request: IncomingMessage) => string;
  },
): { close(): void } {
  const server = new WebSocketServer({ noServer: true, maxPayload: frameBytesMax, perMessageDeflate: false });

  const makeRoom = createSocketCrowd(desksPerAddressMax);

  app.server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (pathOf(request) === chatSocketPath) return;
    if (pathOf(request) !== socketPath || !isOwnOrigin(request, publicOrigin)) return refuse(socket, 403);
    const asking: Asking = {
      cookies: app.parseCookie(request.headers.cookie ?? ''),
      headers: request.headers,
      ip: addressOf(request),
    };
    sessions.require(asking).then(
      ({ person }) => {
        if (socket.destroyed) return;
        const leave = makeRoom({ personId: person.userId, ip: asking.ip });
        if (!leave) return refuse(socket, 429);
        socket.once('close', leave);
        server.handleUpgrade(request, socket, head, (ws) => serve(ws, asking, person.userId));
      },
      (error: unknown) =>
        refuse(socket, error instanceof Problem && error.status === 403 ? 403 : error instanceof Problem ? 401 : 503),
    );
  });

  function serve(ws: WebSocket, asking: Asking, userId: number): void {
    let leave = () => {};
    let goHome = () => {};
    let seat: Seat | undefined;
    let lastSaid: Whereabouts | undefined;
    let isGreeted = false;
    const mayTalk = talkingTurns();
    let isAlive = true;
    let early: Told[] | undefined = [];
    const say = (event: Told) => {
      if (ws.readyState !== ws.OPEN) return;
      if (ws.bufferedAmount > bufferedBytesMax) return ws.terminate();
      ws.send(inBytes(event), { binary: false });
    };
    const listener: Listener = {
      who: () => stillIn(sessions, asking),
      send: (event) => {
        if (early) return early.push(event);
        say(event);
        // The desk forgets who is where.
        if (event.entity === 'realtime' && event.action === 'resync') seat?.tellAnew();
      },
      close: () => {
        say({ uuid: crypto.randomUUID(), entity: 'realtime', action: 'signed_out', params: {} });
        letGo(ws, 4401, 'signed out');
      },
    };
    const impatience = setTimeout(() => letGo(ws, 4408, 'say hello'), helloSeconds * 1000);
    const pulse = setInterval(() => {
      if (!isAlive) return ws.terminate();
      isAlive = false;
      ws.ping();
      if (isGreeted) say({ uuid: crypto.randomUUID(), entity: 'realtime', action: 'beat', params: {} });
      // A session that ran out while nothing happened is noticed here.
      listener.who().then(
        (who) => who ?? listener.close('signed_out'),
        (error: unknown) => log.warn({ err: error }, 'a socket could not be asked who it is'),
      );
    }, pingSeconds * 1000);

    ws.on('pong', () => {
      isAlive = true;
    });
    ws.on('message', (data) => {
      if (!mayTalk()) return letGo(ws, 4429, 'too much');
      if (isGreeted) {
        const said = whereabouts.safeParse(safeJson(String(data)));
        // A newer page may say what this server does not know.
        if (!said.success) return;
        lastSaid = said.data;
        return seat?.move(said.data);
      }
      isGreeted = true;
      clearTimeout(impatience);
      const hello = realtimeHello.safeParse(safeJson(String(data)));
      if (!hello.success) return letGo(ws, 4400, 'not a hello');
      join(listener, hello.data.bookmark)
        .then((how) => {
          leave = how;
          if (ws.readyState !== ws.OPEN) return leave();
          goHome = enter(userId);
          for (const event of inOrder(early ?? [])) say(event);
          early = undefined;
          seat = sit(listener);
          if (lastSaid) seat.move(lastSaid);
        })
        .catch((error: unknown) => {
          log.warn({ err: error }, 'a socket could not join');
          letGo(ws, 1013, 'try again');
        });
    });
    ws.on('error', () => ws.terminate());
    ws.on('close', () => {
      clearTimeout(impatience);
      clearInterval(pulse);
      leave();
      seat?.leave();
      goHome();
    });
  }

  return {
    close() {
      for (const ws of server.clients) ws.close(1001, 'restarting');
      server.close();
    },
  };
}

/**
 * What was told while somebody was brought up to date: the greeting, then what they missed and what happened meanwhile, in
 * the order of the log. Otherwise the bookmark of what happened meanwhile would step over what they missed, for good if
 * the connection broke right then.
 */
function inOrder(events: readonly Told[]): Told[] {
  const placeOf = (event: Told) => (event.bookmark?.split('.').slice(1) ?? []).map(BigInt);
  const isGreeting = (event: Told) => event.entity === 'realtime';
  const news = [...new Map(events.filter((event) => !isGreeting(event)).map((event) => [event.uuid, event])).values()];
  const placed = news.map((event) => ({ event, place: placeOf(event) }));
  placed.sort((a, b) => compare(a.place[0], b.place[0]) || compare(a.place[1], b.place[1]));
  return [...events.filter(isGreeting), ...placed.map(({ event }) => event)];
}

const compare = (a = 0n, b = 0n): number => (a < b ? -1 : a > b ? 1 : 0);

/** A few words at once, then one in a second. */
export function talkingTurns(): () => boolean {
  let words = wordsAtOnceMax;
  let at = performance.now();
  return () => {
    const now = performance.now();
    words = Math.min(wordsAtOnceMax, words + (now - at) / 1000);
    at = now;
    words--;
    return words >= 0;
  };
}

const bytesOf = new WeakMap<Told, Buffer>();

/** What thousands are told is written once. */
function inBytes(event: Told): Buffer {
  const known = bytesOf.get(event);
  if (known) return known;
  const made = Buffer.from(JSON.stringify(event));
  bytesOf.set(event, made);
  return made;
}

/** Closes politely; whoever does not answer the farewell, and perhaps goes on talking, is cut off. */
export function letGo(ws: WebSocket, code: number, reason: string): void {
  if (ws.readyState !== ws.OPEN) return;
  ws.close(code, reason);
  const cutOff = setTimeout(() => ws.terminate(), farewellMilliseconds);
  ws.once('close', () => clearTimeout(cutOff));
}

/** Browsers always name the page's origin; whoever names none is no browser, and has no cookie it was not given. */
function isOwnOrigin(request: IncomingMessage, publicOrigin: string | undefined): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  return origin === publicOrigin || origin === `http://${host}` || origin === `https://${host}`;
}

/** Asked anew with everything that is told, so that what ends a session, or keeps it out, ends its sockets too. */
async function stillIn(sessions: Sessions, asking: Asking): Promise<Caller | undefined> {
  try {
    return (await sessions.require(asking)).person;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

export const pathOf = (request: IncomingMessage): string | undefined => request.url?.split('?')[0];

export function refuse(socket: Duplex, status: 401 | 403 | 429 | 503): void {
  const words = { 401: 'Unauthorized', 403: 'Forbidden', 429: 'Too Many Requests', 503: 'Service Unavailable' }[status];
  socket.end(`HTTP/1.1 ${status} ${words}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

export function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

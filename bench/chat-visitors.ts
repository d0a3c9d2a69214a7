import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text as readWhole } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { pauseMs } from '../widget/talk/line.ts';

/** Chat windows that are open, and come back by themselves as the widget does. Each belongs to a program with others. */
export type Asked =
  | { kind: 'open'; urls: readonly string[]; quidget: number; from: number; count: number }
  | { kind: 'say'; visitor: number; clientId: string }
  /** All at once lose their line, and come back within a second. */
  | { kind: 'storm' }
  | { kind: 'synced'; wanted: Readonly<Record<number, readonly string[]>> };
export type Told =
  | { kind: 'opened'; milliseconds: number[] }
  | { kind: 'answered'; id: number; at: number }
  | { kind: 'heard'; text: string; at: number }
  | { kind: 'lost' }
  /** How many are back and have asked for what they missed, and what they have not, or not once. */
  | { kind: 'synced'; back: number; wrong: string[] };

export const tokenOf = (visitor: number): string =>
  createHash('sha256').update(`visitor ${visitor}`).digest('base64url');
export const keyOf = (visitor: number): string => `00000000-0000-4000-8000-${String(visitor).padStart(12, '0')}`;
/** Visitors come from everywhere. */
const addressOf = (visitor: number) => `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;

type Window = {
  /** Up to here it has asked, and misses nothing; what its line tells may stand behind something that it missed. */
  last: number;
  texts: Map<number, string>;
  lives: number;
  syncedLife: number;
  from: string;
  socket?: WebSocket;
  /** So long after it was lost it comes back, in a storm; else as the widget does. */
  backMs?: number | undefined;
};
type Message = { id: number; from: string; text: string };
type Answers = { message: Message; messages: Message[]; has_more: boolean; conversations: { key: string }[] };

const now = () => performance.timeOrigin + performance.now();
const connectAtOnce = 50;
const stormMs = 1000;
/** As impatient as the chat: a connection that hangs must not keep a window away for longer than it keeps a visitor. */
const helloMsMax = 10_000;
const answerMsMax = 30_000;
const againMs = 4000;
/** Costs less than `fetch`, on a machine whose cores the servers need. */
const agent = new Agent({ keepAlive: true });
const windows = new Map<number, Window>();
let the: Extract<Asked, { kind: 'open' }>;
const tell = (told: Told) => process.send?.(told);

process.on('message', (asked: Asked) => {
  if (asked.kind === 'open') void open(asked);
  if (asked.kind === 'say')
    void call(asked.visitor, 'chat/send', {
      key: keyOf(asked.visitor),
      client_id: asked.clientId,
      text: 'Is it oak?',
    }).then(({ message }) => tell({ kind: 'answered', id: message.id, at: now() }));
  if (asked.kind === 'storm') {
    for (const window of windows.values()) {
      window.backMs = Math.random() * stormMs;
      window.socket?.terminate();
    }
    tell({ kind: 'lost' });
  }
  if (asked.kind === 'synced') tell(judge(asked.wanted));
});
process.on('disconnect', () => process.exit(0));

async function open(asked: Extract<Asked, { kind: 'open' }>): Promise<void> {
  the = asked;
  const milliseconds: number[] = [];
  for (let first = 0; first < the.count; first += connectAtOnce)
    await Promise.all(
      Array.from({ length: Math.min(connectAtOnce, the.count - first) }, async (_, i) => {
        const started = now();
        await connect(the.from + first + i);
        milliseconds.push(now() - started);
      }),
    );
  tell({ kind: 'opened', milliseconds });
}

const serverOf = (visitor: number) => the.urls[visitor % the.urls.length] ?? '';

/** Resolves at the first hello, and goes on for ever. */
const connect = (visitor: number): Promise<void> =>
  new Promise((greeted) => {
    const window: Window = { last: 0, texts: new Map(), lives: 0, syncedLife: -1, from: addressOf(visitor) };
    windows.set(visitor, window);
    let tries = 0;
    const dial = () => {
      const headers = { 'x-forwarded-for': window.from };
      const socket = new WebSocket(`${serverOf(visitor).replace('http', 'ws')}/v1/chat/ws`, {
        ...{ headers, origin: 'https://shop.example', perMessageDeflate: false },
      });
      window.socket = socket;
      const patience = setTimeout(() => socket.terminate(), helloMsMax);
      socket.on('open', () => socket.send(JSON.stringify({ v: 1, quidget: the.quidget, token: tokenOf(visitor) })));
      socket.on('message', (data) => {
        const told = JSON.parse(String(data)) as { kind: string; messages?: Message[] };
        if (told.kind === 'hello') {
          clearTimeout(patience);
          // As the chat does it, so that agents see who is where.
          socket.send(
            JSON.stringify({ kind: 'page', url: 'https://shop.example/tables', title: 'Tables', referrer: '' }),
          );
          tries = 0;
          greeted();
          if (window.lives > 0) void catchUp(visitor, window, window.lives);
        }
        if (told.kind === 'messages') take(window, told.messages ?? []);
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        clearTimeout(patience);
        window.lives++;
        setTimeout(dial, window.backMs ?? pauseMs(tries++, Math.random()));
        window.backMs = undefined;
      });
    };
    dial();
  });

/** After every hello but the first, as nothing was written before that: what the chat asks for, in its order. */
async function catchUp(visitor: number, window: Window, life: number): Promise<void> {
  while (life === window.lives) {
    try {
      const { conversations } = await call(visitor, 'chat/conversations', {});
      for (const { key } of conversations) await fetchAfter(visitor, window, key);
      window.syncedLife = life;
      return;
    } catch {
      await new Promise((done) => setTimeout(done, againMs));
    }
  }
}

async function fetchAfter(visitor: number, window: Window, key: string): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    const page = await call(visitor, 'chat/messages', { key, after: window.last });
    take(window, page.messages);
    window.last = Math.max(window.last, ...page.messages.map((one) => one.id));
    hasMore = page.has_more && page.messages.length > 0;
  }
}

function take(window: Window, messages: readonly Message[]): void {
  const at = now();
  for (const { id, from, text } of messages) {
    if (from === 'agent' && !window.texts.has(id)) {
      window.texts.set(id, text);
      tell({ kind: 'heard', text, at });
    }
  }
}

function judge(wanted: Extract<Asked, { kind: 'synced' }>['wanted']): Told {
  const wrong: string[] = [];
  for (const [visitor, window] of windows) {
    const texts = [...window.texts].toSorted(([a], [b]) => a - b).map(([, text]) => text);
    const should = wanted[visitor] ?? [];
    if (texts.slice(texts.length - should.length).join() !== should.join())
      wrong.push(`visitor ${visitor} has ${texts.join()} and not ${should.join()}`);
  }
  const back = [...windows.values()].filter((window) => window.lives > 0 && window.syncedLife === window.lives).length;
  return { kind: 'synced', back, wrong };
}

async function call(visitor: number, path: string, data: object): Promise<Answers> {
  const asked = request(`${serverOf(visitor)}/v1/api/${path}`, {
    ...{ agent, method: 'POST', signal: AbortSignal.timeout(answerMsMax) },
    headers: {
      ...{ 'content-type': 'application/json', origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' },
      'x-forwarded-for': windows.get(visitor)?.from ?? addressOf(visitor),
    },
  });
  asked.end(JSON.stringify({ data: { quidget: the.quidget, token: tokenOf(visitor), ...data } }));
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const answer = await readWhole(response);
  if (response.statusCode !== 200) throw new Error(`${path}: ${answer}`);
  return (JSON.parse(answer) as { data: Answers }).data;
}

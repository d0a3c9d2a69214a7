import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { RealtimeEvent } from '#contract/realtime.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';

export type Socket = {
  readonly events: RealtimeEvent[];
  readonly ws: WebSocket;
  /** The close code, once it is closed. */
  closed(): Promise<number>;
  /** The first event that fits, now or soon. */
  hears(what: (event: RealtimeEvent) => boolean): Promise<RealtimeEvent>;
  /** The newest place in the log that this socket was told of. */
  bookmark(): string;
  close(): Promise<void>;
};

type Options = { cookie?: string; origin?: string; bookmark?: string | null; headers?: Record<string, string> };

/** A browser's socket that has said hello and was answered. */
export async function aSocket(url: string, options: Options = {}): Promise<Socket> {
  const socket = await knock(url, options);
  if (typeof socket === 'number') throw new Error(`the socket was refused with ${socket}`);
  socket.ws.send(JSON.stringify({ bookmark: options.bookmark ?? null }));
  await socket.hears((event) => event.entity === 'realtime');
  return socket;
}

/** Knocks without saying hello. Answers the HTTP status when the door stays shut. */
export async function knock(url: string, { cookie, origin, headers }: Options = {}): Promise<Socket | number> {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/v1/ws`, {
    headers: { ...headers, ...(cookie ? { cookie } : {}), ...(origin ? { origin } : {}) },
  });
  const events: RealtimeEvent[] = [];
  let code: number | undefined;
  ws.on('message', (data) => events.push(JSON.parse(String(data))));
  ws.on('close', (why) => {
    code = why;
  });
  const refused = new Promise<number>((resolve) => {
    ws.on('unexpected-response', (request, response) => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
  });
  ws.on('error', () => {});
  const status = await Promise.race([once(ws, 'open').then(() => undefined), refused]);
  if (status !== undefined) return status;
  return {
    events,
    ws,
    closed: () => waitUntil(() => code, { what: 'the socket to close' }),
    hears: (what) => waitUntil(() => events.find(what), { what: `an event among ${JSON.stringify(events)}` }),
    bookmark: () => events.findLast((event) => event.bookmark !== undefined)?.bookmark ?? '',
    async close() {
      if (code !== undefined) return;
      ws.terminate();
      await waitUntil(() => code !== undefined);
    },
  };
}

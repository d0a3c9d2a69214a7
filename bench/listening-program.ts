import { WebSocket } from 'ws';

export type Listening = { url: string; cookies: readonly string[]; sockets: number };
/** When each socket heard of the message with this client id, or with this id of a customer's; moments of the machine's clock, in milliseconds. */
export type Heard = { clientId: string; moments: number[] };

/** Desks that are open and hear of everything. Waits for its parent to say which, and whom to ask about. */
const heard = new Map<string, number[]>();
const now = () => performance.timeOrigin + performance.now();
const connectAtOnce = 50;

process.on('message', (said: Listening | { clientId: string }) => {
  if ('clientId' in said) {
    process.send?.({ clientId: said.clientId, moments: heard.get(said.clientId) ?? [] } satisfies Heard);
  } else void listen(said).then(() => process.send?.('ready'));
});
process.on('disconnect', () => process.exit(0));

async function listen({ url, cookies, sockets }: Listening): Promise<void> {
  for (let first = 0; first < sockets; first += connectAtOnce)
    await Promise.all(
      Array.from({ length: Math.min(connectAtOnce, sockets - first) }, (_, i) =>
        openDesk(url, cookies[(first + i) % cookies.length] ?? '', first + i),
      ),
    );
}

const openDesk = (url: string, cookie: string, n: number): Promise<void> =>
  new Promise((resolve, reject) => {
    // An office of many people has more than one address.
    const headers = { cookie, 'x-forwarded-for': `10.1.${n >> 7}.1` };
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/ws`, { headers });
    socket.on('error', reject);
    socket.on('open', () => socket.send('{"bookmark":null}'));
    socket.on('message', (data) => {
      const text = String(data);
      if (text.includes('"hello"')) resolve();
      const clientId = /"client_id":"([^"]+)"/.exec(text)?.[1] ?? messageIn(text);
      if (!clientId) return;
      const moments = heard.get(clientId) ?? [];
      heard.set(clientId, moments);
      moments.push(now());
    });
  });

/** Customers' messages go by their own ids. */
const messageIn = (text: string) =>
  /"entity":"messages"/.test(text)
    ? /"id":(\d+)/.exec(text.slice(text.indexOf('"entity":"messages"')))?.[1]
    : undefined;

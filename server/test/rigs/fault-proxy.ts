import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** `up` is what the client sends to the server, `down` what the server answers. */
export type Direction = 'up' | 'down';

/** What goes wrong on the way. Everything may be combined and, with `be`, changed while connections are open. */
export type Faults = {
  /** New connections are not accepted, as if nobody listened; open ones go on. */
  isRefusing?: boolean;
  /** Each piece of data arrives this much later … */
  delayMs?: number;
  /** … and up to this much more, by chance; the order is kept. */
  jitterMs?: number;
  /** At most so many bytes pass per second, in each direction of each connection. */
  bytesPerSecond?: number;
  /** Connections stay open and nothing passes any more, neither data nor an end: the other side is just gone. */
  isHalfOpen?: boolean;
  /** After so many bytes in a direction, counted from the connection's beginning, the connection breaks. */
  cutAfterBytes?: Partial<Record<Direction, number>>;
  /** How a cut connection breaks: by RST, an end of file, or silence. RST unless told. */
  cutBy?: 'reset' | 'end' | 'silence';
};

export type FaultProxy = {
  host: '127.0.0.1';
  port: number;
  /** Replaces all faults; `be({})` makes the way perfect again. */
  be(faults: Faults): Promise<void>;
  /** Breaks every open connection with RST. */
  reset(): void;
  /** Connections that are open now. */
  openConnections(): number;
  /** Of those, how many have gone silent for good. */
  silentConnections(): number;
  /** Connections accepted so far. */
  connections(): number;
  /** Bytes passed so far, over all connections. */
  passedBytes(direction: Direction): number;
  close(): Promise<void>;
};

type Link = { client: Socket; server: Socket; isSilent: boolean };

/** Starts a TCP proxy on a free port of 127.0.0.1 in front of `target`, which may be a socket's file. */
export async function startFaultProxy(target: { host?: string; port: number } | { path: string }): Promise<FaultProxy> {
  let faults: Faults = {};
  let accepted = 0;
  const passed = { up: 0, down: 0 };
  const links = new Set<Link>();

  const listener = createServer({ allowHalfOpen: true }, (client) => {
    accepted += 1;
    const server = connect({ host: '127.0.0.1', ...target, allowHalfOpen: true });
    const link = { client, server, isSilent: false };
    links.add(link);
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      // A side that breaks breaks the other; while the link plays dead, nobody learns of it.
      socket.on('error', () => link.isSilent || faults.isHalfOpen || breakBy('reset', link));
      socket.on('close', () => client.destroyed && server.destroyed && links.delete(link));
    }
    void carry(client, server, 'up', link);
    void carry(server, client, 'down', link);
  });
  const listen = async (port: number) => {
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
  };
  await listen(0);
  const { port } = listener.address() as AddressInfo;

  /** Reads a piece, lets the faults have their way with it, and only then reads the next: a slow way slows the sender. */
  async function carry(from: Socket, to: Socket, direction: Direction, link: Link): Promise<void> {
    let count = 0;
    try {
      for await (const piece of from.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        await beLate(piece.length);
        await comeBack(link);
        const rest = (faults.cutAfterBytes?.[direction] ?? Number.POSITIVE_INFINITY) - count;
        const part = piece.subarray(0, Math.max(0, rest));
        count += part.length;
        passed[direction] += part.length;
        if (part.length > 0 && !to.write(part)) await once(to, 'drain');
        if (part.length < piece.length || rest === part.length) return breakBy(faults.cutBy ?? 'reset', link);
      }
      await comeBack(link);
      to.end();
    } catch {
      // The connection broke; the sockets' error handlers have seen to the other side.
    }
  }

  async function beLate(bytes: number): Promise<void> {
    const { delayMs = 0, jitterMs = 0, bytesPerSecond } = faults;
    const wait = delayMs + Math.random() * jitterMs + (bytesPerSecond ? (bytes / bytesPerSecond) * 1000 : 0);
    if (wait > 0) await pause(wait);
  }

  /** While the way is half-open, what was on it waits. */
  async function comeBack(link: Link): Promise<void> {
    while ((faults.isHalfOpen || link.isSilent) && links.has(link)) await pause(10);
  }

  return {
    host: '127.0.0.1',
    port,
    async be(next) {
      const wasRefusing = faults.isRefusing ?? false;
      faults = next;
      if (next.isRefusing && !wasRefusing) listener.close();
      if (!next.isRefusing && wasRefusing) await listen(port);
    },
    reset() {
      for (const link of links) breakBy('reset', link);
    },
    openConnections: () => links.size,
    silentConnections: () => [...links].filter((link) => link.isSilent).length,
    connections: () => accepted,
    passedBytes: (direction) => passed[direction],
    async close() {
      for (const { client, server } of links) {
        client.destroy();
        server.destroy();
      }
      links.clear();
      if (!listener.listening) return;
      listener.close();
      await once(listener, 'close');
    },
  };
}

function breakBy(way: 'reset' | 'end' | 'silence', link: Link): void {
  if (way === 'silence') {
    link.isSilent = true;
    return;
  }
  for (const socket of [link.client, link.server]) {
    if (way === 'reset') socket.resetAndDestroy();
    // What was written before the cut still arrives.
    else socket.destroySoon();
  }
}

import { type AddressInfo, createServer, type Socket } from 'node:net';

export type Conversation = {
  socket: Socket;
  /** Writes a line; CRLF is added. */
  say(line: string): void;
  /** Breaks the connection as a network does: RST. */
  cut(): void;
};

export type ScriptedServer = {
  port: number;
  /** Every line that any client said. */
  heard: string[];
  connections: number;
  stop(): Promise<void>;
};

/** A server that does what a story needs and no real server does on demand. `onLine` hears lines without their CRLF. */
export async function aScriptedServer(script: {
  onConnect?(talk: Conversation): void;
  onLine?(line: string, talk: Conversation): void;
}): Promise<ScriptedServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    scripted.connections++;
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    const talk: Conversation = {
      socket,
      say: (line) => socket.write(`${line}\r\n`),
      cut: () => socket.resetAndDestroy(),
    };
    let rest = '';
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        scripted.heard.push(line);
        script.onLine?.(line, talk);
      }
    });
    script.onConnect?.(talk);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const scripted: ScriptedServer = {
    port: (server.address() as AddressInfo).port,
    heard: [],
    connections: 0,
    stop: () =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => closed());
      }),
  };
  return scripted;
}

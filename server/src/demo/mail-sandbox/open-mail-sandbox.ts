import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { serveImap } from './imap-door.ts';
import type { PostOffice } from './post-office.ts';
import { serveSmtp } from './smtp-door.ts';

export type MailSandbox = { readonly imapPort: number; readonly smtpPort: number; close(): Promise<void> };

/** Opens the post office to programs of this machine, and of no other, on two free ports. */
export async function openMailSandbox(office: PostOffice): Promise<MailSandbox> {
  const imap = await listen((socket) => serveImap(socket, office));
  const smtp = await listen((socket) => serveSmtp(socket, office));
  return {
    imapPort: imap.port,
    smtpPort: smtp.port,
    async close() {
      await Promise.all([imap.close(), smtp.close()]);
    },
  };
}

async function listen(serve: (socket: Socket) => Promise<void>): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    serve(socket).catch(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port, // a TCP server that listens has one
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close').catch(() => {});
    },
  };
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { redPng } from './letters.ts';

export type Listener = {
  /** For example http://127.0.0.1:40123. */
  url: string;
  /** The paths asked for so far. */
  asked(): string[];
  close(): Promise<void>;
};

/** A stranger's web server, which answers everything with a picture and remembers who came. */
export async function startListener(): Promise<Listener> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(redPng);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => [...asked],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

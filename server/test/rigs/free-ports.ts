import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Finds ports of 127.0.0.1 on which nobody listens. They lie below the range from which the system takes ports for
 * outgoing connections, so that a server that is stopped for a while finds its port free again.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(15_000, 32_000);
    if (!ports.has(port) && (await isFree(port))) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

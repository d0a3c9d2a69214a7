import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

type Limits = {
  /** What is no upload has arrived whole by then. */
  readonly wholeSeconds: number;
  /** An upload may take long, as long as something of it arrives. */
  readonly idleSeconds: number;
  readonly lookSeconds: number;
  /** Of an answer, something is taken within this time (and the next look): a long one over a bad line moves, one that nobody reads does not. */
  readonly unreadSeconds: number;
};

/** However it moves, nothing takes longer than this: 25 MB at 14 kB a second. */
export const requestMinutesMax = 30;

/**
 * Ends requests whose body does not arrive, and answers that are not taken. A file over a bad line moves slowly and is left
 * alone; one of which nothing comes or goes any more, and a call that is told letter by letter, give their place back.
 * Headers are Node's own business.
 */
export function endSlowBodies(
  app: FastifyInstance,
  { wholeSeconds, idleSeconds, lookSeconds, unreadSeconds }: Limits,
): void {
  const unreadMs = unreadSeconds * 1000;
  const arriving = new Map<FastifyRequest, { since: number; bytes: number }>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && !request.raw.complete)
      arriving.set(request, { since: Date.now(), bytes: request.raw.socket.bytesRead });
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    arriving.delete(request);
    done();
  });
  const lines = new Set<Socket>();
  app.server.on('connection', (socket) => {
    lines.add(socket);
    socket.once('close', () => lines.delete(socket));
  });
  // From then on it is no line of requests and answers.
  app.server.on('upgrade', ({ socket }) => lines.delete(socket));
  const looks = setInterval(() => {
    const now = Date.now();
    for (const [request, at] of arriving) {
      const { complete, socket } = request.raw;
      const isUpload = request.routeOptions.config.takesUploads === true;
      if (complete || socket.destroyed) arriving.delete(request);
      else if (isUpload && socket.bytesRead > at.bytes) arriving.set(request, { since: now, bytes: socket.bytesRead });
      else if (now - at.since > (isUpload ? idleSeconds : wholeSeconds) * 1000) {
        arriving.delete(request);
        // As Node says it where its own time is over.
        socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy());
      }
    }
    // Most answers are gone before anybody looks. Node ends a line on which nothing moves, until it has another request.
    for (const line of lines) if (line.writableLength > 0 && line.timeout !== unreadMs) line.setTimeout(unreadMs);
  }, lookSeconds * 1000).unref();
  app.addHook('onClose', async () => clearInterval(looks));
}

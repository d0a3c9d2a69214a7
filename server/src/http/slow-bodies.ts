import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

type Limits = {
  /** What is no upload has arrived whole by then. */
  readonly wholeSeconds: number;
  /** An upload may take long, as long as something of it arrives. */
  readonly idleSeconds: number;
  readonly lookSeconds: number;
  /** Of an answer, something is taken within this time: a long one over a bad line moves, one that nobody reads does not. */
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
  const arriving = new Map<FastifyRequest, { since: number; bytes: number }>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && !request.raw.complete) {
      arriving.set(request, { since: Date.now(), bytes: request.raw.socket.bytesRead });
      request.raw.once('close', () => arriving.delete(request));
    }
    done();
  });
  // From the first byte of an answer on: how long it takes to find one is not the reader's business.
  app.addHook('onSend', (request, reply, payload, done) => {
    // What was not asked over a line has none.
    if (request.raw.socket instanceof Socket) reply.raw.setTimeout(unreadSeconds * 1000);
    done(null, payload);
  });
  const looks = setInterval(() => {
    const now = Date.now();
    for (const [request, at] of arriving) {
      const { complete, socket } = request.raw;
      const isUpload = request.routeOptions.config.takesUploads === true;
      if (complete) arriving.delete(request);
      else if (isUpload && socket.bytesRead > at.bytes) arriving.set(request, { since: now, bytes: socket.bytesRead });
      else if (now - at.since > (isUpload ? idleSeconds : wholeSeconds) * 1000) {
        arriving.delete(request);
        // As Node says it where its own time is over.
        socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy());
      }
    }
  }, lookSeconds * 1000).unref();
  app.addHook('onClose', async () => clearInterval(looks));
}

import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#platform/problem.ts';

type Limits = {
  /** What is no upload has arrived whole by then. */
  readonly wholeSeconds: number;
  /** An upload may take long, as long as something of it arrives. */
  readonly idleSeconds: number;
  /** Within each such stretch, so many bytes of it: less than any line gives that somebody waits at. */
  readonly pace: { readonly seconds: number; readonly bytes: number };
  /** However it moves, an upload has arrived by then, unless it `mayTakeHours`: 25 MB at 14 kB a second take 30 minutes. */
  readonly uploadSeconds: number;
  readonly lookSeconds: number;
  /** Of an answer, something is taken within this time (and the next look): a long one over a bad line moves, one that nobody reads does not. */
  readonly unreadSeconds: number;
};

/** However it moves, nothing takes longer than this: a company's archive of 20 GB at 2 Mbit a second. */
export const requestHoursMax = 24;

type Arriving = {
  readonly began: number;
  readonly since: number;
  readonly bytes: number;
  readonly stretch: { readonly since: number; readonly bytes: number };
  readonly isAnswered?: true;
};

/**
 * Ends requests whose body does not arrive, and answers that are not taken. A file over a bad line moves slowly and is left
 * alone; one that moves by single bytes, or of which nothing comes or goes any more, and a call that is told letter by letter,
 * give their place back.
 * Headers are Node's own business.
 */
export function endSlowBodies(
  app: FastifyInstance,
  { wholeSeconds, idleSeconds, pace, uploadSeconds, lookSeconds, unreadSeconds }: Limits,
): void {
  const unreadMs = unreadSeconds * 1000;
  const arriving = new Map<FastifyRequest, Arriving>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    const now = performance.now();
    const bytes = request.raw.socket.bytesRead;
    if (hasBody && !request.raw.complete)
      arriving.set(request, { began: now, since: now, bytes, stretch: { since: now, bytes } });
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const at = arriving.get(request);
    // Whoever was refused may go on sending, and gets no hours for that.
    if (at && !request.raw.complete) arriving.set(request, { ...at, isAnswered: true });
    else arriving.delete(request);
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
    const now = performance.now();
    for (const [request, at] of arriving) {
      const { complete, socket } = request.raw;
      const isStretchOver = now - at.stretch.since >= pace.seconds * 1000;
      const isTooSlow = isStretchOver && socket.bytesRead - at.stretch.bytes < pace.bytes;
      const stretch = isStretchOver ? { since: now, bytes: socket.bytesRead } : at.stretch;
      const { takesUploads: isUpload = false, mayTakeHours = false } = request.routeOptions.config;
      const isPastTime = (!mayTakeHours || at.isAnswered) && now - at.began > uploadSeconds * 1000;
      const isOverdue = isUpload && (isPastTime || isTooSlow);
      if (complete || socket.destroyed) arriving.delete(request);
      else if (isUpload && !isOverdue && socket.bytesRead > at.bytes)
        arriving.set(request, { ...at, since: now, bytes: socket.bytesRead, stretch });
      else if (isOverdue || now - at.since > (isUpload ? idleSeconds : wholeSeconds) * 1000) {
        arriving.delete(request);
        end(socket, isUpload && !at.isAnswered ? wordsFor(request) : '');
      }
    }
    // Most answers are gone before anybody looks. Node ends a line on which nothing moves, until it has another request.
    for (const line of lines) if (line.writableLength > 0 && line.timeout !== unreadMs) line.setTimeout(unreadMs);
  }, lookSeconds * 1000).unref();
  app.addHook('onClose', async () => clearInterval(looks));
}

/** What it says is read by whoever is still sending, before their line is cut. */
const partingMilliseconds = 1000;

/** As Node says it where its own time is over. */
function end(socket: Socket, words: string): void {
  socket.end(`HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n${words || '\r\n'}`);
  setTimeout(() => socket.destroy(), words ? partingMilliseconds : 0).unref();
}

function wordsFor(request: FastifyRequest): string {
  const body = JSON.stringify({ success: false, errors: [new Problem('upload_too_slow', { field: 'file' }).toWire()] });
  const forSites = request.routeOptions.config.isForSites ? 'Access-Control-Allow-Origin: *\r\n' : '';
  return `${forSites}Content-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

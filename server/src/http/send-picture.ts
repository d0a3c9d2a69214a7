import type { FastifyReply } from 'fastify';
import { Problem } from '#platform/problem.ts';

/** A small picture that we made ourselves; its name changes with it. Undefined: there is none for whoever asks. */
export function sendPicture(reply: FastifyReply, webp: Buffer | undefined): FastifyReply {
  if (!webp) throw new Problem('not_found');
  return reply
    .header('content-type', 'image/webp')
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', 'private, max-age=86400, immutable')
    .send(webp);
}

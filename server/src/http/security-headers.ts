import type { FastifyReply } from 'fastify';

/** What no page of ours asks a browser for. */
const unused = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
  'xr-spatial-tracking',
];

/** What holds for every answer that does not say otherwise: it is data, and stays on this site. */
export function securityHeaders({ isSecure }: { isSecure: boolean }): (reply: FastifyReply) => void {
  const headers = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': unused.map((feature) => `${feature}=()`).join(', '),
    // What may be kept says so itself.
    'cache-control': 'no-store',
    ...(isSecure && { 'strict-transport-security': 'max-age=63072000' }),
  };
  return (reply) => void reply.headers(headers);
}

/**
 * A page of the desk. Scripts come from our files alone; styles from our files and from tags that carry this answer's
 * nonce; nothing third-party loads. Letters and files have stricter policies of their own.
 */
export const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "frame-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');

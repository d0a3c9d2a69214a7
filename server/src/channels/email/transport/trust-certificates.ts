import { isIP } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { OutboundAddress } from '#platform/outbound-guard.ts';

/** TLS options that trust the system's authorities and, if given, one more (PEM). Verification is always on. */
export const trust = (extraCa: string | undefined): { secureContext: SecureContext } => ({
  secureContext: contextFor(extraCa),
});

/**
 * The name a certificate must be for. We connect to a judged address, so the name has to be told apart; an address
 * that was typed is no name (RFC 6066 3).
 */
export function serverName(to: OutboundAddress): { servername?: string } {
  return isIP(to.host) ? {} : { servername: to.host };
}

/** One for each authority, not one for each connection: each would take some 35 KB, and half a millisecond to make. */
const contexts = new Map<string | undefined, SecureContext>();
const contextsMax = 100;

function contextFor(extraCa: string | undefined): SecureContext {
  const known = contexts.get(extraCa);
  if (known) return known;
  const context = createSecureContext(extraCa === undefined ? {} : { ca: [...getCACertificates('default'), extraCa] });
  if (contexts.size >= contextsMax) contexts.clear();
  contexts.set(extraCa, context);
  return context;
}

import { isIP } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { OutboundAddress } from '#platform/outbound-guard.ts';

/** TLS options that trust the system's authorities and, if given, one more (PEM). Verification is always on. */
export function trust(extraCa: string | undefined): { secureContext?: SecureContext } {
  return extraCa === undefined ? {} : { secureContext: contextFor(extraCa) };
}

/**
 * The name a certificate must be for. We connect to a judged address, so the name has to be told apart; an address
 * that was typed is no name (RFC 6066 3).
 */
export function serverName(to: OutboundAddress): { servername?: string } {
  return isIP(to.host) ? {} : { servername: to.host };
}

/** A context holds every public authority: one for each private authority, not one for each connection. */
const contexts = new Map<string, SecureContext>();
const contextsMax = 100;

function contextFor(extraCa: string): SecureContext {
  const known = contexts.get(extraCa);
  if (known) return known;
  const context = createSecureContext({ ca: [...getCACertificates('default'), extraCa] });
  if (contexts.size >= contextsMax) contexts.clear();
  contexts.set(extraCa, context);
  return context;
}

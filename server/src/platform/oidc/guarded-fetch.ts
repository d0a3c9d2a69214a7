import type { CustomFetch } from 'openid-client';
import type { OutboundGuard } from '../outbound-guard.ts';
import { judgeWebAddress, type OutboundAnswer, placeOf, requestOutbound } from '../outbound-request.ts';

export type GuardedFetch = CustomFetch;

const answerBytesMax = 1024 * 1024;

/**
 * Fetches from the issuer that the operator configured, wherever that is, and from what it names only where the outbound
 * guard lets us: its documents come from outside. Redirects are not followed, answers are bounded.
 */
export function createGuardedFetch(guard: OutboundGuard, issuer: string): GuardedFetch {
  const trusted = new URL(issuer).origin;
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    const { host, port } = placeOf(url);
    const to = url.origin === trusted ? host : (await judgeWebAddress(guard, url)).address;
    const asked = { url, address: to, port, host, method, headers, body: asText(body), signal, answerBytesMax };
    return asResponse(await requestOutbound(asked));
  };
}

function asResponse({ status, headers, body }: OutboundAnswer): Response {
  const hasNoBody = status === 204 || status === 304;
  const told = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  return new Response(hasNoBody ? null : new Uint8Array(body), { status, headers: told });
}

function asText(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new TypeError('only forms are sent to a provider');
}

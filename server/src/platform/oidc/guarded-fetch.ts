import http from 'node:http';
import https from 'node:https';
import type { CustomFetch } from 'openid-client';
import type { OutboundGuard } from '../outbound-guard.ts';

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
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const to = url.origin === trusted ? host : (await guard.resolve(host, port)).address;
    return ask(url, { to, port, host, method, headers, body: asText(body), signal });
  };
}

type Asked = {
  to: string;
  port: number;
  host: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal | undefined;
};

function ask(url: URL, { to, port, host, method, headers, body, signal }: Asked): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const asking = request(
      {
        host: to,
        port,
        servername: host,
        method,
        path: url.pathname + url.search,
        headers: {
          ...headers,
          host: url.host,
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
        signal,
      },
      (answer) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > answerBytesMax) answer.destroy(new Error('The provider answered too much'));
          else chunks.push(chunk);
        });
        answer.on('error', reject);
        answer.on('end', () => resolve(asResponse(answer, Buffer.concat(chunks))));
      },
    );
    asking.on('error', reject);
    asking.end(body);
  });
}

function asResponse({ statusCode = 500, headers }: http.IncomingMessage, body: Buffer): Response {
  const hasNoBody = statusCode === 204 || statusCode === 304;
  const told = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  return new Response(hasNoBody ? null : new Uint8Array(body), { status: statusCode, headers: told });
}

function asText(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new TypeError('only forms are sent to a provider');
}

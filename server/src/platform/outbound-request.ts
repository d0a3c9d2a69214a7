import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { isWebPort } from '#contract/web-ports.ts';
import type { OutboundGuard } from './outbound-guard.ts';
import { Problem } from './problem.ts';

/** Where to connect was decided before (platform/outbound-guard); `url` is what is asked for, and whose certificate counts. */
export type OutboundRequest = {
  url: URL;
  address: string;
  port: number;
  /** The name of the server, without the brackets of IPv6. */
  host: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer | undefined;
  signal: AbortSignal | undefined;
  answerBytesMax: number;
};
/** An answer was longer than it may be. */
export class AnswerTooLong extends Error {
  override message = 'The server answered too much';
}
export type OutboundAnswer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

/**
 * Where an address of the web that somebody chose leads, by the outbound guard. Ports of other protocols are refused before
 * anything is looked up, also in networks that are allowed: nobody sends HTTP to a mail server through us.
 */
export async function judgeWebAddress(
  guard: OutboundGuard,
  url: URL,
): Promise<{ host: string; port: number; address: string }> {
  const { host, port } = placeOf(url);
  if (!isWebPort(port)) throw new Problem('outbound_address_refused');
  const { address } = await guard.resolve(host, port);
  return { host, port, address };
}

/** The name and the port of an address, as one connects to them. */
export function placeOf(url: URL): { host: string; port: number } {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port };
}

/** One request to an address that was judged. Redirects are not followed, and no answer is longer than it may be. */
export function requestOutbound(the: OutboundRequest): Promise<OutboundAnswer> {
  const { url, address, port, host, method, headers, body, signal, answerBytesMax } = the;
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const asking = request(
      {
        host: address,
        port,
        // An address is no name (RFC 6066); its certificate is held against it all the same.
        servername: isIP(host) ? '' : host,
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
          if (bytes > answerBytesMax) answer.destroy(new AnswerTooLong());
          else chunks.push(chunk);
        });
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    asking.on('error', reject);
    asking.end(body);
  });
}

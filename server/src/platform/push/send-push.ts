import webPush from 'web-push';
import type { OutboundGuard } from '../outbound-guard.ts';
import { judgeWebAddress, requestOutbound } from '../outbound-request.ts';
import { Problem } from '../problem.ts';
import type { PushKeys } from './push-keys.ts';

/** Where a browser is reached, and what only it can read with. */
export type PushTarget = { readonly endpoint: string; readonly p256dh: string; readonly auth: string };

export type PushAnswer = { readonly status: number; readonly retryAfter: string | undefined };

const answerSecondsMax = 10;
const answerBytesMax = 16 * 1024;

/**
 * Hands a message to the push service of a browser, encrypted for that browser alone (RFC 8030, 8291, 8292). The address is
 * the browser's word, so it passes the outbound guard each time; answers are not followed anywhere.
 */
export async function sendPush(
  guard: OutboundGuard,
  the: {
    keys: PushKeys;
    subject: string;
    to: PushTarget;
    text: string;
    keepSeconds: number;
    topic: string | undefined;
  },
): Promise<PushAnswer> {
  const { keys, subject, to, text, keepSeconds, topic } = the;
  const url = judgeEndpoint(to.endpoint);
  const { host, port, address } = await judgeWebAddress(guard, url);
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
    text,
    {
      vapidDetails: { subject, publicKey: keys.publicKey, privateKey: keys.privateKey },
      TTL: keepSeconds,
      urgency: 'high',
      contentEncoding: 'aes128gcm',
      ...(topic === undefined ? {} : { topic }),
    },
  );
  const answer = await requestOutbound({
    url,
    address,
    port,
    host,
    method,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body,
    signal: AbortSignal.timeout(answerSecondsMax * 1000),
    answerBytesMax,
  });
  return { status: answer.status, retryAfter: answer.headers['retry-after'] };
}

/** Refuses an endpoint that leads where nobody may send, with the one Problem of the outbound guard. */
export async function judgeTarget(guard: OutboundGuard, endpoint: string): Promise<void> {
  await judgeWebAddress(guard, judgeEndpoint(endpoint));
}

/** Push services are reached by TLS, and nobody signs in to them. */
function judgeEndpoint(endpoint: string): URL {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new Problem('outbound_address_refused');
  return url;
}

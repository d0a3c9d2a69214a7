import ipaddr from 'ipaddr.js';
import type { MessengerErrorKey } from '#contract/messenger-errors.ts';
import { cutLetters } from '#platform/cut-letters.ts';
import type { OutboundGuard } from '#platform/outbound-guard.ts';
import { AnswerTooLong, judgeWebAddress, requestOutbound } from '#platform/outbound-request.ts';
import { Problem } from '#platform/problem.ts';

const secondsMax = 10;
const usualBytesMax = 256 * 1024;
const detailsMax = 300;

/** Why a provider could not be asked, or what it refused. `details` are its own words, without the secrets it was asked with. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly key: MessengerErrorKey;
  readonly details: string | null;
  readonly retrySeconds: number | null;
  /** Of the answer, where one came that says nothing more. */
  readonly status: number | null;
  constructor(
    key: MessengerErrorKey,
    details: string | null = null,
    retrySeconds: number | null = null,
    status: number | null = null,
  ) {
    super(key);
    this.key = key;
    this.details = cutLetters(details ?? '', detailsMax) || null;
    this.retrySeconds = retrySeconds;
    this.status = status;
  }
}

export type Question = {
  readonly url: URL;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly answerBytesMax?: number;
};
export type Answer = {
  readonly status: number;
  readonly retrySeconds: number | null;
  readonly body: Readonly<Record<string, unknown>>;
};

/** Asks once, through the outbound guard, and reads the answer as an object of JSON. */
export async function askProvider(guard: OutboundGuard, the: Question): Promise<Answer> {
  const { status, headers, body } = await request(guard, the, the.answerBytesMax ?? usualBytesMax);
  const retrySeconds = secondsOf(headers['retry-after']);
  if (status >= 500) throw new ProviderError('provider_down', `HTTP ${status}`, retrySeconds, status);
  const read = readObject(body);
  if (!read) {
    if (status === 429) throw new ProviderError('rate_limited', null, retrySeconds);
    throw new ProviderError('answer_unreadable', `HTTP ${status}`, null, status);
  }
  return { status, retrySeconds, body: read };
}

/** A picture a provider named; undefined when it does not come. A bot without a picture is none the worse. */
export async function fetchPicture(guard: OutboundGuard, url: URL, bytesMax: number): Promise<Buffer | undefined> {
  const answer = await request(guard, { url }, bytesMax).catch(() => undefined);
  return answer?.status === 200 ? answer.body : undefined;
}

async function request(guard: OutboundGuard, { url, method = 'GET', headers = {}, body }: Question, bytesMax: number) {
  try {
    const { host, port, address } = await judgeWebAddress(guard, url);
    // A token does not travel readable through the world; within a network of one's own, that is for its owner to say.
    if (url.protocol !== 'https:' && ipaddr.parse(address).range() === 'unicast')
      throw new Problem('outbound_address_refused');
    return await requestOutbound({
      ...{ url, address, port, host, method, answerBytesMax: bytesMax },
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(secondsMax * 1000),
    });
  } catch (error) {
    throw new ProviderError(...explain(error));
  }
}

/** The messages of these errors name hosts, addresses and certificates, never the path or a header of a request. */
function explain(error: unknown): [MessengerErrorKey, string | null] {
  if (error instanceof Problem) return ['address_refused', null];
  if (!(error instanceof Error)) return ['unreachable', null];
  if (error instanceof AnswerTooLong) return ['answer_unreadable', error.message];
  const code = 'code' in error ? String(error.code) : '';
  const details = error.message;
  if (error.name === 'TimeoutError' || error.name === 'AbortError' || code === 'ETIMEDOUT' || code === 'ABORT_ERR')
    return ['timed_out', null];
  if (code === 'ENOTFOUND') return ['host_not_found', details];
  if (code === 'EAI_AGAIN') return ['dns_failed', details];
  if (code === 'ECONNREFUSED') return ['connection_refused', details];
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code)) return ['certificate_untrusted', details];
  if (/^(?:HPE_|ERR_SSL|EPROTO)/.test(code)) return ['answer_unreadable', details];
  return ['unreachable', details];
}

function readObject(body: Buffer): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(body.toString('utf8'));
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const objectIn = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
export const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const retrySecondsMax = 86_400;
/** A header or a field that says how long to wait; undated and unreadable ones say nothing. */
export function secondsOf(value: unknown): number | null {
  const seconds = Number(value);
  return value !== undefined && value !== null && value !== '' && Number.isFinite(seconds) && seconds >= 0
    ? Math.min(Math.ceil(seconds), retrySecondsMax)
    : null;
}

/** The host of an address, as far as it is one. */
export const hostOf = (address: string | null): string | null =>
  address === null ? null : (URL.parse(address)?.host ?? null);

/** The same address, with these steps below what it already has. */
export function below(base: string, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(`${base.replace(/(?<!\/)\/+$/, '')}/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

import type { OutboundGuard } from '#platform/outbound-guard.ts';
import { AnswerTooLong, judgeWebAddress, type OutboundAnswer, requestOutbound } from '#platform/outbound-request.ts';
import { Problem } from '#platform/problem.ts';

export const pageMillisecondsMax = 5_000;
export const pageBytesMax = 1024 * 1024;
const redirectsMax = 5;

export type PageFailure = 'not_found' | 'unreachable' | 'certificate' | 'too_slow' | 'too_large' | 'too_many_redirects';
export type FetchedPage =
  | { readonly url: URL; readonly answer: OutboundAnswer }
  | { readonly url: URL; readonly failure: PageFailure };

/** A page as a stranger gets it. Wherever it leads, each step is judged by the outbound guard before it is taken. */
export async function fetchPage(guard: OutboundGuard, first: URL): Promise<FetchedPage> {
  let url = first;
  const signal = AbortSignal.timeout(pageMillisecondsMax);
  const tooSlow = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  tooSlow.catch(() => {});
  try {
    for (let redirects = 0; redirects <= redirectsMax; redirects++) {
      const answer = await Promise.race([askFor(guard, url, signal), tooSlow]);
      const next = redirectOf(answer, url);
      if (!next) return { url, answer };
      url = next;
    }
    return { url, failure: 'too_many_redirects' };
  } catch (error) {
    if (error instanceof Problem) throw error;
    return { url, failure: failureOf(error, signal) };
  }
}

async function askFor(guard: OutboundGuard, url: URL, signal: AbortSignal): Promise<OutboundAnswer> {
  if (!isWeb(url)) throw new Problem('outbound_address_refused');
  const { host, port, address } = await judgeWebAddress(guard, url);
  return requestOutbound({
    ...{ url, address, port, host, signal, method: 'GET', body: undefined, answerBytesMax: pageBytesMax },
    headers: { accept: 'text/html', 'accept-encoding': 'identity', 'user-agent': 'Parley (check of an installation)' },
  });
}

/** Of the web, and without a name and password that would be sent along. */
export const isWeb = (url: URL): boolean =>
  (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '';

function redirectOf({ status, headers }: OutboundAnswer, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(status) || !headers.location) return null;
  return URL.canParse(headers.location, from.href) ? new URL(headers.location, from) : null;
}

function failureOf(error: unknown, signal: AbortSignal): PageFailure {
  if (signal.aborted) return 'too_slow';
  if (error instanceof AnswerTooLong) return 'too_large';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'not_found';
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code) ? 'certificate' : 'unreachable';
}

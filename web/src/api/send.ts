import { personHeader } from '#contract/accounts.ts';
import { ApiError, type FieldProblem } from './problem.ts';
import { markSession, stateAfter, whosePage } from './session.ts';

/** Everything of the API lives under this address. */
export const apiBase = `${import.meta.env.BASE_URL}api/`;

export type Answer = { data: unknown; total?: number; total_is_capped?: boolean };

/** Longer than any answer takes that asks nobody outside. On a line that has died nobody ever says that it has. */
const patienceMs = 30_000;
const slowLineBytesPerMs = 10;
/** What is uploaded takes its time; the server waits for no more. */
const uploadPatienceMs = 30 * 60_000;

/**
 * One request and its answer, unwrapped. Throws an ApiError for every refusal, and for silence (`offline`, status 0), also
 * where that lasts longer than `patienceMs`: every command may be sent again. A refusal of the session itself tells the desk,
 * unless the caller wants to handle it. `asWhoever`: as whoever is signed in by now, who may be another person than the page
 * is of.
 */
export async function send(
  path: string,
  request: {
    method?: 'GET' | 'POST';
    body?: unknown;
    signal?: AbortSignal;
    patienceMs?: number;
    ignoreUnauthorized?: boolean;
    asWhoever?: boolean;
  },
): Promise<Answer> {
  const method = request.method ?? 'POST';
  const body = bodyOf(method, request.body);
  const deadline = AbortSignal.timeout(request.patienceMs ?? patienceFor(body));
  let response: Response;
  try {
    response = await fetch(apiBase + path, {
      method,
      credentials: 'same-origin',
      signal: request.signal ? AbortSignal.any([request.signal, deadline]) : deadline,
      body,
      headers: { ...typeOf(method, request.body), ...(request.asWhoever ? {} : inNameOf()) },
    });
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw silence();
  }
  const answer: unknown = await response.json().catch(() => {
    if (deadline.aborted) throw silence();
    return null;
  });
  if (isSuccess(answer)) return answer;
  const retryAfter = retryAfterOf(response);
  const [first, ...others] = errorsOf(answer, response.status);
  // A limit of ours names its seconds; one of a proxy in between only in its header.
  const named: FieldProblem =
    first.key === 'too_many_requests' && retryAfter !== null
      ? { ...first, values: { seconds: retryAfter, ...first.values } }
      : first;
  const refusal = new ApiError(response.status, [named, ...others], {
    retryAfter,
    data: isObject(answer) ? answer.data : undefined,
    requestId: isObject(answer) && typeof answer.request_id === 'string' ? answer.request_id : null,
  });
  const state = stateAfter(refusal);
  if (state && !request.ignoreUnauthorized) markSession(state);
  throw refusal;
}

/** Whose page asks: the server does it for nobody else. */
export function inNameOf(): Record<string, string> {
  const person = whosePage();
  return person === null ? {} : { [personHeader]: String(person) };
}

const silence = () => new ApiError(0, [{ key: 'offline', message: 'No connection to Parley' }]);

const patienceFor = (body: BodyInit | null): number =>
  body instanceof FormData ? uploadPatienceMs : patienceMs + Math.ceil(String(body ?? '').length / slowLineBytesPerMs);

function bodyOf(method: 'GET' | 'POST', body: unknown): BodyInit | null {
  if (method === 'GET') return null;
  return body instanceof FormData ? body : JSON.stringify(body);
}

const typeOf = (method: 'GET' | 'POST', body: unknown): Record<string, string> =>
  method === 'GET' || body instanceof FormData ? {} : { 'content-type': 'application/json' };

const isObject = (answer: unknown): answer is Record<string, unknown> => typeof answer === 'object' && answer !== null;

function isSuccess(answer: unknown): answer is Answer {
  return typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === true;
}

const keysByStatus = new Map<number, FieldProblem['key']>([
  [401, 'unauthorized'],
  [413, 'body_too_large'],
  [429, 'too_many_requests'],
]);

/** A proxy in between may answer with something that is not ours; its status has to do then. */
function errorsOf(answer: unknown, status: number): [FieldProblem, ...FieldProblem[]] {
  if (typeof answer === 'object' && answer !== null && 'errors' in answer && Array.isArray(answer.errors)) {
    const [first, ...rest] = answer.errors as FieldProblem[];
    if (first) return [first, ...rest];
  }
  const key = keysByStatus.get(status) ?? (status >= 502 ? 'unavailable' : 'internal');
  return [{ key, message: `HTTP ${status}` }];
}

function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

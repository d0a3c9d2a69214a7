import { afterEach, expect, test, vi } from 'vitest';
import { personHeader } from '#contract/accounts.ts';
import { ApiError } from './problem.ts';
import { send } from './send.ts';
import { belongTo } from './session.ts';

/** The network as one answer of it. */
function aNetworkThat(answers: () => Response | Promise<Response>) {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answers()),
  );
}
const refused = (request: Promise<unknown>) =>
  request.then(
    () => expect.unreachable('it should have been refused'),
    (error: unknown) => error as ApiError,
  );
afterEach(() => vi.unstubAllGlobals());

test('a refusal carries every problem by its field', async () => {
  const errors = [
    { key: 'required', message: 'This field is required', field: 'data[0].name' },
    { key: 'not_unique', message: 'Taken', field: 'data[0].abbreviation' },
  ];
  aNetworkThat(() => Response.json({ success: false, errors }, { status: 422 }));
  const error = await refused(send('products/create', { body: {} }));
  expect(error).toBeInstanceOf(ApiError);
  expect([error.status, error.key, error.errors.length]).toEqual([422, 'required', 2]);
});

test('silence is told from a refusal', async () => {
  aNetworkThat(() => Promise.reject(new TypeError('Failed to fetch')));
  expect((await refused(send('users/self', {}))).key).toBe('offline');
});

test('a page of some proxy in between is no answer of ours', async () => {
  aNetworkThat(() => new Response('<h1>Bad Gateway</h1>', { status: 502 }));
  expect((await refused(send('users/self', {}))).key).toBe('unavailable');
  aNetworkThat(() => new Response('<h1>Too large</h1>', { status: 413 }));
  expect((await refused(send('files/upload', {}))).key).toBe('body_too_large');
});

test('the pause that the server asks for is kept', async () => {
  const errors = [{ key: 'too_many_requests', message: 'Slow down' }];
  aNetworkThat(() => Response.json({ success: false, errors }, { status: 429, headers: { 'retry-after': '42' } }));
  const ours = await refused(send('email-confirmation/send', { method: 'GET' }));
  expect([ours.retryAfter, ours.errors[0].values]).toEqual([42, { seconds: 42 }]);
  aNetworkThat(() => new Response('slow down', { status: 429, headers: { 'retry-after': '7' } }));
  const proxys = await refused(send('users/self', {}));
  expect([proxys.key, proxys.errors[0].values]).toEqual(['too_many_requests', { seconds: 7 }]);
});

test('what nobody expected comes with the request it is written down under', async () => {
  const errors = [{ key: 'internal', message: 'x' }];
  aNetworkThat(() => Response.json({ success: false, errors, request_id: '3f0c-1' }, { status: 500 }));
  expect((await refused(send('tickets/reply', {}))).requestId).toBe('3f0c-1');
});

test('a page names whose it is, unless it asks who that is by now', async () => {
  const told: (string | null)[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_url: string, { headers }: RequestInit) => {
      told.push(new Headers(headers).get(personHeader));
      return Response.json({ success: true, data: {} });
    }),
  );
  belongTo(7);
  await send('tickets/reply', { body: {} });
  await send('users/self', { body: {}, asWhoever: true });
  belongTo(null);
  await send('tickets/reply', { body: {} });
  expect(told).toEqual(['7', null, null]);
});

test('a line that has died without a word is silence in the end, before an answer and within one', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(
      (_url: string, { signal }: RequestInit) =>
        new Promise((_, never) => signal?.addEventListener('abort', () => never(signal.reason))),
    ),
  );
  const hanging = await refused(send('tickets/resolve', { body: {}, patienceMs: 20 }));
  expect([hanging.status, hanging.key]).toEqual([0, 'offline']);

  vi.stubGlobal(
    'fetch',
    vi.fn(async (_url: string, { signal }: RequestInit) => {
      const start = (stream: ReadableStreamDefaultController) =>
        signal?.addEventListener('abort', () => stream.error(signal.reason));
      return new Response(new ReadableStream({ start }));
    }),
  );
  expect((await refused(send('tickets/get', { body: {}, patienceMs: 20 }))).key).toBe('offline');
});

test('what is asked for no more is no silence, and what is large gets the time that it takes', async () => {
  const given = vi.spyOn(AbortSignal, 'timeout');
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_url: string, { signal }: RequestInit) => {
      signal?.throwIfAborted();
      return Response.json({ success: true, data: {} });
    }),
  );
  const left = AbortSignal.abort();
  expect(await refused(send('tickets/get', { body: {}, signal: left }))).toBe(left.reason);
  await send('drafts/save', { body: 'x'.repeat(1_000_000) });
  await send('profile/avatar', { body: new FormData() });
  const [plain = 0, letter = 0, picture = 0] = given.mock.calls.map(([ms]) => ms);
  expect(plain).toBeLessThan(31_000);
  expect(letter).toBeGreaterThan(120_000);
  expect(picture).toBeGreaterThan(letter);
  given.mockRestore();
});

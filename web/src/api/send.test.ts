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

import { afterEach, expect, test, vi } from 'vitest';
import { createServerTransport } from './server-transport.ts';
import { Refused } from './transport.ts';

const who = { token: 't'.repeat(43) };
const first = { client_id: 'c', text: 'The table wobbles' };
const task = '64.1772000000.drawn.signed';

/** A busy server: for a proof it takes the message, or asks for another one `still`. */
function aBusyServer({ still = false } = {}) {
  const asked: Record<string, unknown>[] = [];
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    const { data } = JSON.parse(body) as { data: Record<string, unknown> };
    asked.push(data);
    const errors = [{ key: 'proof_required', message: '', values: { task, seconds: 40 } }];
    const isTaken = data.proof !== undefined && !still;
    return Response.json(isTaken ? { success: true, data: { messages: [] } } : { success: false, errors }, {
      status: isTaken ? 200 : 429,
    });
  });
  return { asked, begin: () => createServerTransport('https://desk.example/v1', 7).call('chat/begin', who, first) };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('A45 a chat that is asked for a proof works it out by itself, and sends the same once more with it', async () => {
  const { asked, begin } = aBusyServer();
  expect(await begin()).toEqual({ messages: [] });
  const [, again] = asked;
  expect(asked).toEqual([
    { quidget: 7, ...who, ...first },
    { quidget: 7, ...who, ...first, proof: expect.any(String) },
  ]);
  const proof = String(again?.proof);
  expect(proof.replace(/\.\d+$/, '')).toBe(task);
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(proof));
  expect(new DataView(hash).getUint32(0, true) % 64).toBe(0);
});

test.each([
  ['is asked once more', true, 2],
  ['stands on a page over http, which works out nothing,', false, 1],
])('A45 a chat that %s waits as long as it is told', async (_what, can, times) => {
  const { asked, begin } = aBusyServer({ still: true });
  if (!can) vi.stubGlobal('crypto', {});
  const refused = await begin().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ seconds: 40 });
  expect(asked).toHaveLength(times);
});

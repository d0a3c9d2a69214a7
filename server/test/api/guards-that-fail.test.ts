import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#contract/call.ts';
import { createLog } from '#platform/log.ts';
import { openFrontDoor } from '#server/http/front-door.ts';
import { callMounter, createMounted } from '#server/http/mount.ts';
import type { Sessions } from '#server/http/sessions.ts';

const path = (name: string) => `/v1/api/${name}`;
const askFor = (name: string, access: 'public' | 'session') =>
  call(name, 'of this test', { access, data: z.strictObject({}), answer: z.strictObject({}) });

/** A front door with one call behind a guard that does what it is told. */
async function aDoorWith(guard: () => Promise<never>) {
  const app = await openFrontDoor({ log: createLog('silent'), trustedProxies: [], publicOrigin: undefined });
  const sessions = { find: guard, require: guard } as unknown as Sessions; // no other method may be needed
  let handled = 0;
  const on = callMounter(app, sessions, createMounted());
  on.signedIn(askFor('behind/session', 'session'), async () => {
    handled++;
    return {};
  });
  on.open(askFor('behind/find', 'public'), async () => {
    handled++;
    return {};
  });
  app.get('/v1/broken', async () => {
    throw new Error('canary-in-the-words at /srv/parley/secret-place.ts');
  });
  afterAll(() => app.close());
  return { app, handled: () => handled };
}

test('A21 a guard that fails lets nobody in, and says nothing of why', async () => {
  const { app, handled } = await aDoorWith(() => Promise.reject(new Error('canary: the database said postgres://')));
  for (const name of ['behind/session', 'behind/find']) {
    const answer = await app.inject({ method: 'POST', url: path(name), payload: {} });
    expect([name, answer.statusCode]).toEqual([name, 500]);
    expect(answer.body).not.toMatch(/canary|postgres/);
  }
  expect(handled()).toBe(0);
});

test('A21 a guard that never answers lets nobody in', async () => {
  let isAsked: () => void = () => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const { app, handled } = await aDoorWith(() => {
    isAsked();
    return new Promise<never>(() => {});
  });
  const answer = app.inject({ method: 'POST', url: path('behind/session'), payload: {} });
  await asked;
  // Everything that could still run has run by the time another request was answered.
  expect((await app.inject({ url: '/v1/nothing' })).statusCode).toBe(404);
  expect(handled()).toBe(0);
  expect(await Promise.race([answer.then(() => 'let in'), Promise.resolve('waiting')])).toBe('waiting');
});

test('A53 what breaks is told without a stack, a place or its words', async () => {
  const { app } = await aDoorWith(() => Promise.reject(new Error('no')));
  const answer = await app.inject({ url: '/v1/broken' });
  expect(answer.statusCode).toBe(500);
  expect(Object.keys(answer.json())).toEqual(['success', 'errors', 'request_id']);
  expect(answer.body).not.toMatch(/canary|secret-place|\.ts|at \/|node_modules/);
});

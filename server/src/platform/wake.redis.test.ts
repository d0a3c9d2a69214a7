import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePorts } from '#test/rigs/free-ports.ts';
import { type RedisRig, startRedis } from '#test/rigs/redis-rig.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { busOverRedis, createWake, type Topic } from './wake.ts';

let redis: RedisRig;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis?.stop());

/** A process, as far as wake-ups go. */
async function aProcess(url = redis.url) {
  const troubles: unknown[] = [];
  const note = (error: unknown) => troubles.push(error);
  const wake = await createWake(await busOverRedis(url, note), note);
  onTestFinished(() => wake.close());
  const woken: Topic[] = [];
  for (const topic of ['events', 'sessions', 'copies'] as const) wake.on(topic, () => woken.push(topic));
  return { wake, woken, troubles };
}
type Process = Awaited<ReturnType<typeof aProcess>>;
const hears = (listener: Process, speaker: Process, topic: Topic) =>
  waitUntil(
    () => {
      speaker.wake.nudge(topic);
      return listener.woken.includes(topic);
    },
    { everyMs: 100, timeoutMs: 15_000, what: `${topic} to be heard` },
  );

test('a nudge crosses to the other processes, under its own topic, and is not echoed', async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  await hears(one, other, 'events');
  await hears(other, one, 'events');
  // What was said before is heard before.
  await hears(other, one, 'copies');
  const soFar = [one.woken.length, other.woken.length] as const;
  for (let n = 0; n < 50; n++) one.wake.nudge('sessions');
  const heard = () => other.woken.slice(soFar[1]).filter((topic) => topic !== 'copies');
  await waitUntil(() => heard().length > 0);
  expect(new Set(heard())).toEqual(new Set(['sessions']));
  // Fifty of them travel as a few.
  expect(heard().length).toBeLessThan(10);
  expect(one.woken.slice(soFar[0])).toHaveLength(50);
});

test('F24 Redis dies and comes back: its absence is told once, everybody looks, and nudges cross again', async () => {
  const [one, other] = [await aProcess(), await aProcess()];
  await hears(other, one, 'events');
  await redis.kill();
  await waitUntil(() => one.troubles.length > 0 && other.troubles.length > 0, { what: 'the absence to be noticed' });
  // Work goes on meanwhile; what is said is lost, and nobody waits for it.
  for (let n = 0; n < 20; n++) one.wake.nudge('events');
  other.woken.length = 0;
  await redis.start();
  await waitUntil(() => other.woken.includes('events') && other.woken.includes('sessions'), {
    timeoutMs: 15_000,
    what: 'the other to look for what it did not hear',
  });
  other.woken.length = 0;
  await hears(other, one, 'sessions');
  await hears(one, other, 'events');
  for (const { troubles } of [one, other]) expect(troubles.length).toBeLessThanOrEqual(4);
}, 40_000);

test('F24 Redis that is away at the start holds up nobody', async () => {
  const [port] = (await freePorts(1)) as [number];
  const { wake, woken } = await aProcess(`redis://127.0.0.1:${port}`);
  wake.nudge('events');
  expect(woken).toEqual(['events']);
});

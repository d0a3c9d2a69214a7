import { afterAll, beforeAll, expect, test } from 'vitest';
import { callsFrom } from './from-places.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aPerson, password } from './people.ts';

let at: TestParley;
beforeAll(async () => {
  at = await aParley({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => at?.close());

const from = callsFrom('10.4');
const login = (email: string, secret: string, ip: string) =>
  from(at.stranger(), 'auth/login', { email, password: secret }, ip);

test('A14 a hundred sign-ins at once keep nobody else waiting', async () => {
  const { email } = await aPerson(at, 'Busy', 'busy@lumenoak.test');
  const { api } = await aPerson(at, 'Calm', 'calm@lumenoak.test');
  let crowds = 0;
  /** The slowest hundredth of what somebody else asks while a hundred sign in, and how long those take. */
  const whileACrowdSignsIn = async (): Promise<{ p99: number; crowd: number }> => {
    crowds++;
    let isDone = false;
    const began = performance.now();
    const crowd = Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        login(i % 2 ? email : `nobody${i}@lumenoak.test`, password, `10.5.${i}.${crowds}`),
      ),
    ).finally(() => {
      isDone = true;
    });
    const times: number[] = [];
    while (!isDone) {
      const started = performance.now();
      expect((await api.call('users/self')).status).toBe(200);
      times.push(performance.now() - started);
    }
    await crowd;
    expect(times.length).toBeGreaterThan(10);
    const p99 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
    return { p99, crowd: performance.now() - began };
  };
  // 250 ms where the crowd takes two seconds. Other tests beside it slow both alike; of a few crowds, one must do.
  const share = async () => {
    const { p99, crowd } = await whileACrowdSignsIn();
    return p99 / Math.max(250, crowd / 8);
  };
  const shares: number[] = [];
  do shares.push(await share());
  while (Math.min(...shares) >= 1 && shares.length < 4);
  expect(Math.min(...shares)).toBeLessThan(1);
}, 60_000);

import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLimits, type Limit, networkOf } from './limits.ts';

const tries: Limit = { name: 'tries', points: 3, seconds: 60 };
const silent = { onError: () => {} };
const refused = { key: 'too_many_requests', status: 429 };
afterEach(() => {
  vi.useRealTimers();
});

describe('a limit', () => {
  test('lets through so many, then says how long to wait, and begins anew', async () => {
    vi.useFakeTimers();
    const limits = await createLimits(silent);
    const olena = { address: '203.0.113.7' };
    for (let n = 0; n < 3; n++) {
      expect(await limits.wait(tries, olena)).toBe(0);
      await limits.take(tries, olena);
    }
    vi.advanceTimersByTime(20_000);
    await expect(limits.take(tries, olena)).rejects.toMatchObject({ ...refused, values: { seconds: 40 } });
    expect(await limits.wait(tries, olena)).toBe(40);
    vi.advanceTimersByTime(40_001);
    expect(await limits.wait(tries, olena)).toBe(0);
    await limits.take(tries, olena);
  });

  test('counts everybody, and every limit, apart', async () => {
    const limits = await createLimits(silent);
    const others: Limit = { name: 'others', points: 3, seconds: 60 };
    await limits.take(tries, { person: 7 }, 3);
    await expect(limits.take(tries, { person: 7 })).rejects.toMatchObject(refused);
    for (const who of [{ person: 8 }, { company: 7 }, { address: '7' }, { text: '7' }]) await limits.take(tries, who);
    await limits.take(others, { person: 7 });
    await limits.forget(tries, { person: 7 });
    await limits.take(tries, { person: 7 }, 3);
  });

  test('takes several points at once', async () => {
    const limits = await createLimits(silent);
    await expect(limits.take(tries, { person: 1 }, 4)).rejects.toMatchObject(refused);
  });

  test('of the same name but another size is a mistake of ours', async () => {
    const limits = await createLimits(silent);
    await limits.take(tries, { person: 1 });
    await expect(limits.take({ ...tries, points: 5 }, { person: 1 })).rejects.toThrow("two limits are called 'tries'");
  });

  test('a crowd of made-up names fills no memory', async () => {
    const limits = await createLimits({ ...silent, keysPerLimitMax: 10 });
    await limits.take(tries, { text: 'first' }, 3);
    for (let n = 0; n < 9; n++) await limits.take(tries, { text: `crowd ${n}` });
    await expect(limits.take(tries, { text: 'first' })).resolves.toBeUndefined();
  });

  test('still holds where Redis is named and away', async () => {
    const told: unknown[] = [];
    const limits = await createLimits({ redisUrl: 'redis://127.0.0.1:1', onError: (error) => told.push(error) });
    await limits.take(tries, { person: 1 }, 3);
    await expect(limits.take(tries, { person: 1 })).rejects.toMatchObject(refused);
    await vi.waitFor(() => expect(told).not.toEqual([]));
    limits.close();
  });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['not an address', 'not an address'],
])('A11 %s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

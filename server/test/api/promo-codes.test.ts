import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, password } from './people.ts';
import { tellTrail } from './tell-trail.ts';

let at: TestParley;
let operator: Awaited<ReturnType<typeof aPerson>>;
const winter = {
  count: 3,
  many: 20,
  percent: 25,
  begin: '2099-01-01 00:00:00',
  expire: '2099-12-31 00:00:00',
  name: 'Winter 2026',
};
beforeAll(async () => {
  at = await aParley({ env: { OPERATOR_EMAILS: 'ops@lumenoak.test' } });
  operator = await aPerson(at, 'Oksana Ops', 'ops@lumenoak.test');
});
afterAll(() => at.close());

const makes = async (change: Partial<typeof winter> = {}) =>
  operator.api.call('promocode/make', { ...winter, ...change });

describe('A10 promotion codes', () => {
  test('are made after the password only, and by nobody but an operator', async () => {
    const owner = await aPerson(at, 'Bohdan Boss');
    await aCompany(owner.api, 'Bossy', 'BO');
    for (const [call, data] of [
      ['promocode/make', winter],
      ['promocode/list', {}],
      ['promocode/revoke', { ids: [1] }],
    ] as const)
      expect([call, (await owner.api.call(call, data)).status]).toEqual([call, 403]);
    expect((await makes()).body.errors[0]?.key).toBe('password_needed');
    expect((await operator.api.call('promocode/list')).body.data.batches).toEqual([]);

    await operator.api.call('auth/confirm-password', { password });
    const asked = { ...winter, request_id: crypto.randomUUID() };
    const made = await operator.api.call('promocode/make', asked);
    expect(made.status).toBe(200);
    expect((await operator.api.call('promocode/make', asked)).body, 'asked again').toEqual(made.body);
    const { batch } = made.body.data;
    expect(batch).toMatchObject({
      ...pick(winter, ['count', 'percent', 'begin', 'expire', 'name']),
      made_by: 'Oksana Ops',
    });
    const codes = batch.promocodes.map((one: { promocode: string }) => one.promocode);
    expect(new Set(codes).size).toBe(20);
    expect(codes.every((code: string) => /^[2-9BCDFGHJ-NP-TV-XZ]{8}$/.test(code))).toBe(true);
    // 28 signs in 160 draws: fewer than 20 of them would be a thousand times rarer than a broken disk.
    expect(new Set(codes.join('')).size, 'A48 a code is not to be guessed').toBeGreaterThanOrEqual(20);
    expect(batch.promocodes[0]).toMatchObject({
      percent: 25,
      check: true,
      count: 3,
      expire: Date.UTC(2099, 11, 31) / 1000,
    });
    expect((await operator.api.call('promocode/list')).body.data).toEqual({ batches: [batch], has_more: false });
  });

  test('refuse what they cannot be, and name the field', async () => {
    for (const [change, field] of [
      [{ count: 101 }, 'data.count'],
      [{ many: 0 }, 'data.many'],
      [{ percent: 101 }, 'data.percent'],
      [{ begin: '2026-02-30 00:00:00' }, 'data.begin'],
      [{ begin: '2026-1-1' }, 'data.begin'],
      [{ expire: '2025-12-31 00:00:00' }, 'data.expire'],
      [{ begin: '2020-01-01 00:00:00', expire: '2020-02-01 00:00:00' }, 'data.begin'],
      [{ begin: dayFromNow(-1) }, 'data.begin'],
      [{ name: '../../etc/passwd' }, 'data.name'],
      [{ name: '' }, 'data.name'],
    ] as const) {
      const { status, body } = await makes(change);
      expect([status, body.errors?.[0]?.field]).toEqual([422, field]);
    }
    expect((await makes({ begin: dayFromNow(-1) })).body.errors[0]?.key).toBe('time_not_ahead');
    const today = await makes({ many: 1, begin: dayFromNow(0), name: 'Today' });
    expect(today.status, 'the day that has begun').toBe(200);
  });

  test('are revoked one by one or all together, once, and the trail says who did it', async () => {
    const { batch } = (await makes({ many: 3, name: 'Revoked' })).body.data;
    const ids = batch.promocodes.map((one: { id: number }) => one.id);
    const revoke = (some: number[]) => operator.api.call('promocode/revoke', { ids: some });
    expect((await revoke([ids[0]])).body.data).toEqual({ revoked: 1 });
    expect((await revoke(ids)).body.data).toEqual({ revoked: 2 });
    expect((await revoke(ids)).body.data).toEqual({ revoked: 0 });
    expect((await revoke([ids[0], 999_999])).status).toBe(404);
    const [listed] = (await operator.api.call('promocode/list')).body.data.batches;
    expect(listed.promocodes.map((one: { check: boolean }) => one.check)).toEqual([false, false, false]);

    await tellTrail(at);
    const { entries } = (await operator.api.call('audit/list', { company_id: null, entity: 'promo-codes' })).body.data;
    expect(
      entries.map((one: { action: string; actor_name: string }) => [one.action, one.actor_name]).slice(0, 3),
    ).toEqual([
      ['deleted', 'Oksana Ops'],
      ['deleted', 'Oksana Ops'],
      ['created', 'Oksana Ops'],
    ]);
  });

  test('are listed in pages, the newest first', async () => {
    for (let n = 0; n < 21; n++) await makes({ many: 1, name: `Batch ${n}` });
    const first = (await operator.api.call('promocode/list')).body.data;
    expect([first.batches.length, first.has_more, first.batches[0].name]).toEqual([20, true, 'Batch 20']);
    const last = first.batches.at(-1).id;
    const second = (await operator.api.call('promocode/list', { before: last })).body.data;
    expect([second.batches.every((one: { id: number }) => one.id < last), second.has_more]).toEqual([true, false]);
  });
});

/** Its first moment. */
const dayFromNow = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)} 00:00:00`;
const pick = <T extends object, K extends keyof T>(from: T, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { aSocket } from './a-socket.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, password } from './people.ts';
import { tellTrail } from './tell-trail.ts';

let at: TestParley;
let operator: Awaited<ReturnType<typeof aPerson>>;
let owner: Awaited<ReturnType<typeof aPerson>>;
beforeAll(async () => {
  at = await aParley({ env: { OPERATOR_EMAILS: 'ops@lumenoak.test' } });
  operator = await aPerson(at, 'Oksana Ops', 'ops@lumenoak.test');
  owner = await aPerson(at, 'Bohdan Boss');
  await aCompany(owner.api, 'Bossy', 'BO');
});
afterAll(() => at?.close());

const inMinutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString().slice(0, 19).replace('T', ' ');
const words = (change: object = {}) => ({
  ...{ text_en: 'Parley rests tonight.', text_uk: 'Уночі Parley відпочиває.', level: 'info' },
  ...{ begins: inMinutes(-1), ends: inMinutes(60), ...change },
});
const make = (change: object = {}) => operator.api.call('announcements/make', words(change));
const seenBy = async ({ api }: typeof owner) =>
  (await api.call('announcements/current')).body.data.announcements.map((one: { text_en: string }) => one.text_en);

test('A10 an announcement is made after the password, by operators alone, and heard at open desks', async () => {
  for (const [call, data] of [
    ['announcements/make', words()],
    ['announcements/list', {}],
    ['announcements/withdraw', { id: 1 }],
  ] as const)
    expect([call, (await owner.api.call(call, data)).status]).toEqual([call, 403]);
  expect((await make()).body.errors[0]?.key).toBe('password_needed');
  await operator.api.call('auth/confirm-password', { password });
  expect((await make({ ends: inMinutes(-2) })).body.errors[0]?.field).toBe('data.ends');
  expect((await make({ begins: inMinutes(-9), ends: inMinutes(-5) })).body.errors[0]?.field).toBe('data.ends');
  expect((await make({ text_uk: ' ' })).body.errors[0]?.field).toBe('data.text_uk');
  expect(await seenBy(owner)).toEqual([]);

  const socket = await aSocket(at.listening, { cookie: owner.api.cookie });
  const made = await make();
  expect(made.status, made.text).toBe(200);
  const heard = await socket.hears((event) => event.entity === 'announcements');
  expect(JSON.stringify(heard), 'its words are fetched, as the person may').not.toContain('rests');
  expect(await seenBy(owner)).toEqual(['Parley rests tonight.']);

  const { id } = made.body.data;
  const before = socket.events.length;
  expect((await operator.api.call('announcements/withdraw', { id })).status).toBe(200);
  await socket.hears((event) => event.entity === 'announcements' && socket.events.indexOf(event) >= before);
  expect(await seenBy(owner)).toEqual([]);
  await socket.close();

  await tellTrail(at);
  const { entries } = (await operator.api.call('audit/list', { company_id: null, entity: 'announcements' })).body.data;
  expect(entries.map((one: { action: string; actor_name: string }) => [one.action, one.actor_name])).toEqual([
    ['deleted', 'Oksana Ops'],
    ['created', 'Oksana Ops'],
  ]);
});

test('whoever never heard that it was made, and asks again, has told it once', async () => {
  await operator.api.call('auth/confirm-password', { password });
  const request_id = crypto.randomUUID();
  const [first, again] = [await make({ request_id }), await make({ request_id })];
  expect([first.status, again.status, again.body.data?.id]).toEqual([200, 200, first.body.data?.id]);
  expect(await seenBy(owner)).toEqual(['Parley rests tonight.']);
  await operator.api.call('announcements/withdraw', { id: first.body.data.id });
});

test('it is shown in its time, warnings first, and put away by each for themselves', async () => {
  await make({ text_en: 'Over soon.', level: 'warning', ends: inMinutes(5) });
  await make({ text_en: 'In ten minutes.', begins: inMinutes(10) });
  await make({ text_en: 'Tomorrow.', begins: inMinutes(1440), ends: inMinutes(1500) });
  expect(await seenBy(owner)).toEqual(['Over soon.', 'In ten minutes.']);

  const { announcements } = (await owner.api.call('announcements/current')).body.data;
  const [soon, ahead] = announcements as { id: number }[];
  expect((await owner.api.call('announcements/put-away', { id: soon?.id })).status).toBe(200);
  expect((await owner.api.call('announcements/put-away', { id: soon?.id })).status, 'twice is once').toBe(200);
  expect((await owner.api.call('announcements/put-away', { id: ahead?.id })).status, 'not yet seen').toBe(404);
  expect(await seenBy(owner)).toEqual(['In ten minutes.']);
  expect(await seenBy(operator)).toEqual(['Over soon.', 'In ten minutes.']);
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`update announcements set begins = now() - interval '2 hours', ends = now() - interval '1 second' where text_en = 'Over soon.'`,
    ),
  );
  expect(await seenBy(operator)).toEqual(['In ten minutes.']);
  const listed = (await operator.api.call('announcements/list')).body.data.announcements;
  expect(listed.find((one: { id: number }) => one.id === soon?.id)).toMatchObject({
    put_away: 1,
    made_by: 'Oksana Ops',
    withdrawn_at: null,
  });
});

import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { absentMinutes, keepPresences, untouchedMinutes } from '#domain/presence/index.ts';
import { drainQueues, takeBackFromAbsent } from '#domain/queues/index.ts';
import { wakeDue } from '#domain/tickets/index.ts';
import { runRouting } from '#flows/routing/run-routing.ts';
import { createLog } from '#platform/log.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aSocket } from './a-socket.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { byId, rows } from './rows-of.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import { aMember, type Shop, twoShops } from './two-companies.ts';

/** No worker runs here: the queue is given out when the test says so. */
let at: TestParley;
let ours: Shop;
let theirs: Shop;
type Member = Awaited<ReturnType<typeof aMember>>;
let olena: Member;
let taras: Member;
let ira: Member;
let teamId: number;
const desks = crypto.randomUUID();
const there = (...who: Member[]) =>
  keepPresences(
    at.db,
    desks,
    who.map((one) => one.id),
    600,
  );
const drain = () => drainQueues(at.db, 0);

shopsAtHand((it) => ({ at, ours, theirs } = it));
beforeAll(async () => {
  [olena, taras, ira] = [
    await aMember(at, ours, 1, 'Olena'),
    await aMember(at, ours, 1, 'Taras'),
    await aMember(at, ours, 1, 'Ira'),
  ];
});
beforeEach(async () => {
  teamId = rows(
    await ours.owner.post('teams/create', {
      data: [{ company_id: ours.companyId, name: `Team ${crypto.randomUUID().slice(0, 8)}` }],
    }),
    'teams',
  )[0].id;
});
// Nothing of one story is left in the queues of the next.
afterEach(async () => {
  await ours.owner.post('teams/update', { data: { routing: 'off' }, ...byId(teamId) });
  await ours.owner.post('products/update', { data: { team_id: null }, ...byId(ours.productId) });
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update tickets set view_type = 'resolved', snoozed_until = null where company_id = ${ours.companyId}`),
  );
  await there();
});

type Routing = 'off' | 'round_robin' | 'least_loaded';
/** The team answers for the product, and shares out what comes in. */
async function routes(routing: Routing, members: [Member, number | null][]) {
  const data = { routing, members: members.map(([who, capacity]) => ({ user_id: who.id, capacity })) };
  expect((await ours.owner.post('teams/update', { data, ...byId(teamId) })).status).toBe(200);
  const product = await ours.owner.post('products/update', { data: { team_id: teamId }, ...byId(ours.productId) });
  expect(product.status).toBe(200);
}
let letters = 0;
const comeIn = async (count: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let i = 0; i < count; i++)
    ids.push(
      (await aTicket(at, ours, { address: `customer${++letters}@nowak.test`, subject: `Parcel ${letters}` })).ticketId,
    );
  return ids;
};
type Row = {
  id: number;
  assignee_id: number | null;
  queued_at: string | null;
  assignment: { key: string; values: object } | null;
};
const ticketsOf = async (ids: readonly number[]): Promise<Row[]> =>
  rows(await ours.owner.post('tickets/get', { ...byId(...ids), sort: [['id', 'asc']] }), 'tickets');
const holders = async (ids: readonly number[]) => (await ticketsOf(ids)).map((row) => row.assignee_id);
const why = async (id: number) => (await ticketsOf([id]))[0]?.assignment;
const assign = (by: Member['api'], data: object) => by.call('tickets/assign', data);
const team = async () => rows(await ours.owner.post('teams/get', byId(teamId)), 'teams')[0];
const minutesPass = (who: Member, minutes: number) =>
  at.db.transaction('system', (tx) =>
    tx.run(sql`update users set last_seen = now() - make_interval(mins => ${minutes}) where id = ${who.id}`),
  );

test('what comes in for a product waits in its team’s queue, and is given out in order when somebody comes', async () => {
  await routes('round_robin', [
    [olena, 2],
    [taras, null],
  ]);
  const ids = await comeIn(3);
  expect(await drain()).toEqual({ given: 0, isMore: false, after: 0 });
  const waiting = await team();
  expect([waiting.queued, waiting.queued_since]).toEqual([3, (await ticketsOf(ids))[0]?.queued_at]);

  await there(olena);
  await drain();
  expect(await holders(ids)).toEqual([olena.id, olena.id, null]);
  expect(await why(ids[0] ?? 0)).toMatchObject({ key: 'given_in_turn', values: { name: 'Olena' } });
  await there(olena, taras);
  await drain();
  expect(await holders(ids)).toEqual([olena.id, olena.id, taras.id]);
  expect(await team()).toMatchObject({ queued: 0, queued_since: null });
});

const every = (hours: string[][]) =>
  Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, hours]));
/** The team is closed from now on, by a calendar of its own. */
async function closes(name: string): Promise<number> {
  const made = await ours.owner.post('calendars/create', {
    data: [{ company_id: ours.companyId, name, time_zone: 'Europe/Kyiv', week: every([]) }],
  });
  const calendar_id = rows(made, 'calendars')[0].id;
  await ours.owner.post('teams/update', { data: { calendar_id }, ...byId(teamId) });
  return calendar_id;
}

test('outside of its business hours a team is given nothing, whoever is there; what waited is given out when it opens', async () => {
  const calendar_id = await closes('Away');
  await routes('round_robin', [[olena, null]]);
  const ids = await comeIn(2);
  await there(olena);
  expect(await drain()).toEqual({ given: 0, isMore: false, after: 0 });
  expect(await holders(ids)).toEqual([null, null]);
  expect(await team()).toMatchObject({ queued: 2 });

  await ours.owner.post('calendars/update', { data: { week: every([['00:00', '24:00']]) }, ...byId(calendar_id) });
  expect(await drain()).toEqual({ given: 2, isMore: false, after: 0 });
  expect(await holders(ids)).toEqual([olena.id, olena.id]);
});

test('whoever goes home after closing keeps what they were given, also a moment after opening, though a colleague stays', async () => {
  await routes('round_robin', [
    [olena, null],
    [taras, null],
  ]);
  await there(olena);
  const ids = await comeIn(1);
  await drain();
  const calendar = await closes('Nights off');
  await there(taras);
  await minutesPass(olena, absentMinutes + 1);
  expect(await takeBackFromAbsent(at.db), 'closed').toBe(0);
  // Where it is noon now, no day begins or ends around these minutes.
  const ahead = 12 - new Date().getUTCHours();
  const time_zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  const opened = async (minutesAgo: number) => {
    const timeStyle = { timeZone: time_zone, hour: '2-digit', minute: '2-digit' } as const;
    const from = new Date(Date.now() - minutesAgo * 60_000).toLocaleTimeString('en-GB', timeStyle);
    await ours.owner.post('calendars/update', {
      data: { time_zone, week: every([[from, '24:00']]) },
      ...byId(calendar),
    });
  };
  await opened(1);
  expect(await takeBackFromAbsent(at.db), 'the day has only begun').toBe(0);
  await opened(absentMinutes + 2);
  expect(await takeBackFromAbsent(at.db)).toBe(1);
  expect(await holders(ids)).toEqual([null]);
});

test('resolving, answering, snoozing, giving away and binning make room; a team that shares out nothing gives nothing', async () => {
  await routes('off', [[olena, 1]]);
  const ids = await comeIn(6);
  await there(olena);
  await drain();
  expect(await holders(ids)).toEqual(ids.map(() => null));
  await routes('least_loaded', [[olena, 1]]);
  await drain();
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, last = 0] = ids;
  expect(await why(first)).toMatchObject({ key: 'given_fewest_of', values: { open: 0, capacity: 1 } });
  const gives = async (id: number) => {
    await drain();
    expect((await ticketsOf([id]))[0]?.assignee_id).toBe(olena.id);
  };
  await olena.api.call('tickets/resolve', { ids: [first] });
  await gives(second);
  const to = [{ address: 'customer@nowak.test' }];
  const reply = { ticket_id: second, client_id: crypto.randomUUID(), body_html: '<p>It is sent.</p>', to };
  expect((await olena.api.call('tickets/reply', reply)).status).toBe(200);
  await gives(third);
  const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
  expect((await olena.api.call('tickets/snooze', { ids: [third], until })).status).toBe(200);
  await gives(fourth);
  await assign(ours.owner, { ids: [fourth], assignee_id: taras.id });
  await gives(fifth);
  expect((await ours.owner.post('tickets/delete', byId(fifth))).status).toBe(200);
  await gives(last);

  // What waited for the customer is our turn again: it is Olena's still, and no further one comes.
  await aLetterOn(at, ours, second, { address: 'customer@nowak.test' });
  const [late = 0] = await comeIn(1);
  await olena.api.call('tickets/resolve', { ids: [last] });
  await drain();
  expect(await holders([second, late])).toEqual([olena.id, null]);
});

test('whoever has the fewest gets the next, and whoever answered this customer last goes before, with room', async () => {
  await routes('least_loaded', [
    [olena, 5],
    [taras, 5],
  ]);
  await there(olena, taras);
  const [busy = 0] = await comeIn(1);
  await assign(ours.owner, { ids: [busy], assignee_id: olena.id });
  const [next = 0] = await comeIn(1);
  await drain();
  expect(await holders([next])).toEqual([taras.id]);

  const known = { address: 'marta@known.test' };
  const { ticketId: earlier } = await aTicket(at, ours, known);
  await assign(ours.owner, { ids: [earlier], assignee_id: taras.id });
  const reply = { ticket_id: earlier, client_id: crypto.randomUUID(), body_html: '<p>Gladly.</p>', to: [known] };
  expect((await taras.api.call('tickets/reply', reply)).status).toBe(200);
  const more = await comeIn(2);
  await assign(ours.owner, { ids: more, assignee_id: taras.id });
  const { ticketId: again } = await aTicket(at, ours, known);
  await drain();
  expect(await why(again)).toMatchObject({ key: 'given_again', values: { name: 'Taras' } });
});

test('what is put back by hand goes to another one, and holds up nobody; who takes by hand keeps it', async () => {
  await routes('round_robin', [[olena, null]]);
  await there(olena);
  const [mine = 0] = await comeIn(1);
  await drain();
  await assign(olena.api, { ids: [mine], assignee_id: null });
  const [behind = 0] = await comeIn(1);
  await drain();
  expect(await holders([mine, behind])).toEqual([null, olena.id]);
  await routes('round_robin', [
    [olena, null],
    [taras, null],
  ]);
  await there(olena, taras);
  await drain();
  expect(await holders([mine])).toEqual([taras.id]);
});

test('whoever is away for long gives back what they were given, to the front; by hand it stays theirs', async () => {
  await routes('round_robin', [
    [olena, null],
    [taras, 1],
  ]);
  await there(olena);
  const [given = 0, answered = 0, taken = 0] = await comeIn(3);
  await drain();
  await assign(ours.owner, { ids: [taken], assignee_id: null });
  await assign(olena.api, { ids: [taken], assignee_id: olena.id });
  const to = [{ address: 'customer@nowak.test' }];
  const reply = { ticket_id: answered, client_id: crypto.randomUUID(), body_html: '<p>Sure.</p>', to };
  expect((await olena.api.call('tickets/reply', reply)).status).toBe(200);

  await there();
  await minutesPass(olena, absentMinutes + 1);
  expect(await takeBackFromAbsent(at.db), 'the whole team has gone home').toBe(0);
  await there(taras);
  await minutesPass(olena, absentMinutes - 1);
  expect(await takeBackFromAbsent(at.db), 'she is not away for long').toBe(0);
  const [fresh = 0] = await comeIn(1);
  await assign(ours.owner, { ids: [fresh], team_id: teamId });
  await minutesPass(olena, absentMinutes + 1);
  expect(await takeBackFromAbsent(at.db)).toBe(1);
  expect(await why(given)).toMatchObject({ key: 'back_in_queue', values: { name: 'Olena' } });
  await drain();
  expect(await holders([given, answered, taken, fresh])).toEqual([taras.id, olena.id, olena.id, null]);
});

test('what wakes while whoever has it is away goes to the queue of its team; without a queue, or with them there, it stays', async () => {
  await routes('round_robin', [[olena, null]]);
  const [one = 0] = await comeIn(1);
  const wakes = async (meanwhile?: () => Promise<unknown>) => {
    await assign(ours.owner, { ids: [one], assignee_id: olena.id });
    const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    expect((await ours.owner.call('tickets/snooze', { ids: [one], until })).status).toBe(200);
    await meanwhile?.();
    await at.db.transaction('system', (tx) => tx.run(sql`update tickets set snoozed_until = now() where id = ${one}`));
    await at.db.transaction('system', wakeDue);
    return holders([one]);
  };
  await there(olena);
  expect(await wakes(), 'she is there').toEqual([olena.id]);
  await there();
  await minutesPass(olena, absentMinutes + 1);
  expect(await wakes()).toEqual([null]);
  expect(await ticketsOf([one])).toMatchObject([{ team_id: teamId, queued_at: expect.any(String) }]);
  expect(await why(one)).toMatchObject({ key: 'back_in_queue', values: { name: 'Olena' } });
  const [told] = await at.db.read<{ detail: object }>(
    'system',
    sql`select detail from events where entity = 'tickets' and entity_id = ${one} and action = 'updated' order by position desc limit 1`,
  );
  expect(told?.detail).toEqual({ before: { assignee_id: olena.id }, after: { assignee_id: null } });

  const isSpam = (is_spam: 0 | 1) => ours.owner.call('tickets/spam', { ids: [one], is_spam });
  expect(await wakes(() => isSpam(1)), 'spam waits for nobody').toEqual([olena.id]);
  await isSpam(0);
  expect(await wakes(() => ours.owner.post('tickets/delete', byId(one))), 'nor does the trash').toEqual([olena.id]);
  await ours.owner.post('tickets/restore', byId(one));
  expect(await wakes(() => ours.owner.post('teams/delete', byId(teamId))), 'nobody looks there').toEqual([olena.id]);
  await ours.owner.post('teams/restore', byId(teamId));
  await routes('off', []);
  expect(await wakes(), 'nothing is shared out').toEqual([olena.id]);
});

test('what wakes while its team is closed stays with whoever has it, unless the team has opened without them', async () => {
  await routes('round_robin', [
    [olena, null],
    [taras, null],
  ]);
  const calendar_id = await closes('Nights');
  const [one = 0] = await comeIn(1);
  await assign(ours.owner, { ids: [one], assignee_id: olena.id });
  await there(taras);
  await minutesPass(olena, absentMinutes + 1);
  const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
  expect((await ours.owner.call('tickets/snooze', { ids: [one], until })).status).toBe(200);
  await at.db.transaction('system', (tx) => tx.run(sql`update tickets set snoozed_until = now() where id = ${one}`));
  await at.db.transaction('system', wakeDue);
  expect(await ticketsOf([one])).toMatchObject([{ assignee_id: olena.id, view_type: '' }]);
  expect(await takeBackFromAbsent(at.db), 'closed').toBe(0);

  await ours.owner.post('calendars/update', { data: { week: every([['00:00', '24:00']]) }, ...byId(calendar_id) });
  await minutesPass(olena, absentMinutes - 1);
  expect(await takeBackFromAbsent(at.db), 'she has come').toBe(0);
  await minutesPass(olena, absentMinutes + 1);
  expect(await takeBackFromAbsent(at.db)).toBe(1);
  expect(await why(one)).toMatchObject({ key: 'back_in_queue', values: { name: 'Olena' } });
  await drain();
  expect(await holders([one])).toEqual([taras.id]);
});

test('who sets themselves offline, or leaves the desk open untouched, gives back as well, and is given nothing', async () => {
  await routes('round_robin', [
    [olena, null],
    [taras, null],
  ]);
  const change = (who: Member, what: 'status' | 'updated' | 'touched', value: number) =>
    at.db.transaction('system', (tx) =>
      tx.run(
        what === 'status'
          ? sql`update users set status = ${value}, updated = now() where id = ${who.id}`
          : what === 'updated'
            ? sql`update users set updated = now() - make_interval(mins => ${value}) where id = ${who.id}`
            : sql`update sessions set active_at = now() - make_interval(mins => ${value}) where user_id = ${who.id}`,
      ),
    );
  await there(olena);
  const [one = 0, byHand = 0] = await comeIn(2);
  await drain();
  expect(await holders([one, byHand])).toEqual([olena.id, olena.id]);
  await assign(ours.owner, { ids: [byHand], assignee_id: null });
  await assign(ours.owner, { ids: [byHand], assignee_id: olena.id });
  await there(olena, taras);
  await minutesPass(olena, 600);
  await change(olena, 'status', 9);
  expect(await takeBackFromAbsent(at.db), 'a moment ago').toBe(0);
  await change(olena, 'updated', absentMinutes + 1);
  expect(await takeBackFromAbsent(at.db)).toBe(1);
  await drain();
  expect(await holders([one, byHand])).toEqual([taras.id, olena.id]);

  // He goes home, and his desk stays open over night.
  await change(olena, 'status', 8);
  await minutesPass(taras, 600);
  await change(taras, 'touched', untouchedMinutes + 1);
  await there(olena, taras);
  expect(await takeBackFromAbsent(at.db)).toBe(1);
  const [late = 0] = await comeIn(1);
  await drain();
  expect(await holders([one, late])).toEqual([olena.id, olena.id]);
  await change(taras, 'touched', 0);
});

test('a ticket follows its product to another team, and a team that is disabled gives its tickets to another', async () => {
  await routes('off', []);
  const [one = 0] = await comeIn(1);
  const make = async (entity: string, data: object) =>
    rows(await ours.owner.post(`${entity}/create`, { data: [{ company_id: ours.companyId, ...data }] }), entity)[0].id;
  const other = await make('teams', { name: 'Repairs' });
  const product = await make('products', { name: 'Repairs', team_id: other });
  await ours.owner.post('tickets/update', { data: { product_id: product }, ...byId(one) });
  expect(await ticketsOf([one])).toMatchObject([
    { team_id: other, assignment: { key: 'assigned_team', values: { team: 'Repairs' } } },
  ]);
  const disabled = await ours.owner.post('teams/delete', { ...byId(other), move_to: teamId });
  expect(disabled.status, disabled.text).toBe(200);
  expect(await ticketsOf([one])).toMatchObject([{ team_id: teamId, queued_at: expect.any(String) }]);
});

test('F32 several drain at once: nobody gets a ticket twice or one too many, and none is left that somebody could take', async () => {
  await routes('round_robin', [
    [olena, 12],
    [taras, 8],
    [ira, null],
  ]);
  const ids = await comeIn(40);
  await there(olena, taras);
  const told = await Promise.all(Array.from({ length: 6 }, drain));
  expect(told.reduce((sum, one) => sum + one.given, 0)).toBe(20);
  const counts = async () => {
    const all = await holders(ids);
    return [olena, taras, ira].map((who) => all.filter((id) => id === who.id).length);
  };
  expect(await counts()).toEqual([12, 8, 0]);
  // While they work, and somebody else comes, and others resolve.
  const done = (await ticketsOf(ids))
    .filter((row) => row.assignee_id === olena.id)
    .slice(0, 5)
    .map((row) => row.id);
  await Promise.all([
    drain(),
    olena.api.call('tickets/resolve', { ids: done }),
    there(olena, taras, ira),
    drain(),
    drain(),
  ]);
  await Promise.all([drain(), drain()]);
  expect((await ticketsOf(ids)).filter((row) => row.queued_at !== null)).toEqual([]);
  const lines = await at.db.read<{ n: number }>(
    'system',
    sql`select count(*)::int as n from messages where ticket_id = any (${ids}::bigint[]) and event_key like 'given%'`,
  );
  expect(lines).toEqual([{ n: 40 }]);
});

test('whoever is just being removed is given nothing that nobody would hand over', async () => {
  const nora = await aMember(at, ours, 1, 'Nora');
  await routes('round_robin', [[nora, null]]);
  const ids = await comeIn(1);
  await there(nora);
  const role = sql`company_id = ${ours.companyId} and user_id = ${nora.id}`;
  await at.db.transaction('system', async (tx) => {
    await tx.run(sql`select from roles where ${role} for update`);
    await tx.run(sql`update roles set is_deleted = 1, updated = now() where ${role}`);
    expect((await drain()).given).toBe(0);
  });
  await drain();
  expect(await holders(ids)).toEqual([null]);
});

test('where everybody of one company is busy, others have their turn, and then there is rest', async () => {
  await routes('round_robin', [[olena, 1]]);
  const [held] = await comeIn(2);
  const sam = await aMember(at, theirs, 1, 'Sam');
  const made = await theirs.owner.post('teams/create', {
    data: [{ company_id: theirs.companyId, name: 'Repairs', routing: 'round_robin', members: [{ user_id: sam.id }] }],
  });
  const repairs = rows(made, 'teams')[0].id;
  await theirs.owner.post('products/update', { data: { team_id: repairs }, ...byId(theirs.productId) });
  await there(olena, sam);
  await drain();
  expect(await holders([held ?? 0])).toEqual([olena.id]);
  const { ticketId } = await aTicket(at, theirs, { address: 'sigrid@fjord.test' });
  const isGiven = async () => rows(await sam.api.post('tickets/get', byId(ticketId)), 'tickets')[0]?.assignee_id;

  const oneAtOnce = { companiesAtOnceMax: 1 };
  const routing = runRouting({ db: at.db, wake: at.wake, log: createLog('silent') }, oneAtOnce);
  try {
    await waitUntil(async () => (await isGiven()) === sam.id, { what: 'the other company to have its turn' });
  } finally {
    await routing.stop();
    await theirs.owner.post('teams/update', { data: { routing: 'off' }, ...byId(repairs) });
  }
  // The second of ours waits on; nobody else is left to look at.
  expect(await drainQueues(at.db, 0, oneAtOnce)).toEqual({ given: 0, isMore: false, after: 0 });
});

test('with a worker it all happens by itself: a desk opens, and its owner is given the ticket and told so', async () => {
  const whole = await aParley({ role: 'all' });
  try {
    const [shop] = await twoShops(whole);
    const sam = await aMember(whole, shop, 1, 'Sam');
    const made = await shop.owner.post('teams/create', {
      data: [{ company_id: shop.companyId, name: 'Returns', routing: 'least_loaded', members: [{ user_id: sam.id }] }],
    });
    await shop.owner.post('products/update', { data: { team_id: rows(made, 'teams')[0].id }, ...byId(shop.productId) });
    const { ticketId } = await aTicket(whole, shop, { address: 'sigrid@fjord.test' });
    const socket = await aSocket(whole.listening, { cookie: sam.api.cookie });
    const notice = await socket.hears((event) => event.entity === 'notifications' && event.params.kind === 'assigned');
    expect(notice.params).toMatchObject({ ticket_id: ticketId, who: 'Returns' });
    const ticket = async () => rows(await sam.api.post('tickets/get', byId(ticketId)), 'tickets')[0];
    expect(await ticket()).toMatchObject({
      assignee_id: sam.id,
      assignment: { key: 'given_fewest', values: { team: 'Returns', open: 0 } },
    });
    const { ticketId: next } = await aTicket(whole, shop, { address: 'sigrid@fjord.test' });
    whole.wake.nudge('events');
    await waitUntil(
      async () => rows(await sam.api.post('tickets/get', byId(next)), 'tickets')[0].assignee_id === sam.id,
    );
    await socket.close();
  } finally {
    await whole.close();
  }
});

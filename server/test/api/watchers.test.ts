import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RealtimeEvent, Watcher } from '#contract/realtime.ts';
import { loadPerson } from '#domain/people/index.ts';
import { runWatching } from '#flows/watching/run-watching.ts';
import { createLog } from '#platform/log.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aDatabaseAway } from './a-database-away.ts';
import { aSocket, type Socket } from './a-socket.ts';
import { aTicket } from './a-ticket.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aMember, type Shop, twoShops } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let theirs: Shop;
const open: Socket[] = [];
beforeAll(async () => {
  at = await aParley();
  [ours, theirs] = await twoShops(at);
});
afterEach(async () => {
  for (const socket of open.splice(0)) await socket.close();
});
afterAll(() => at?.close());

const listens = async (cookie: string): Promise<Socket> => {
  const socket = await aSocket(at.listening, { cookie });
  open.push(socket);
  return socket;
};
const says = (socket: Socket, ticketId: number | null, doing = 'reading') =>
  socket.ws.send(JSON.stringify({ at: ticketId === null ? null : { ticket_id: ticketId, doing } }));
const isOf = (ticketId: number) => (event: RealtimeEvent) =>
  event.entity === 'watchers' && event.params.ticket_id === ticketId;
const whoIn = (event: RealtimeEvent) =>
  (event.params.watchers as Watcher[]).map(({ name, doing }) => `${name} ${doing}`).join(', ');
/** Waits until this is the last that was heard of a ticket. */
const hears = (socket: Socket, ticketId: number, who: string) =>
  waitUntil(
    () => {
      const last = socket.events.findLast(isOf(ticketId));
      return last && whoIn(last) === who ? last : undefined;
    },
    {
      what: `${who || 'nobody'} at ${ticketId}, of ${JSON.stringify(socket.events.filter(isOf(ticketId)).map(whoIn))}`,
    },
  );

test('colleagues hear who opens a ticket, who writes there, and who leaves; whoever comes later is told at once', async () => {
  const { api } = await aMember(at, ours, 1, 'Ira');
  const { ticketId } = await aTicket(at, ours);
  const [olena, ira] = [await listens(ours.owner.cookie), await listens(api.cookie)];
  says(ira, ticketId);
  await hears(olena, ticketId, 'Ira reading');
  says(ira, ticketId, 'replying');
  await hears(olena, ticketId, 'Ira replying');
  says(olena, ticketId);
  await hears(ira, ticketId, `Ira replying, Owner ${ours.canary} reading`);
  // A second tab of hers: what she does most counts, and she is one.
  const tab = await listens(api.cookie);
  await hears(tab, ticketId, `Ira replying, Owner ${ours.canary} reading`);
  says(tab, ticketId);
  says(ira, null);
  await hears(olena, ticketId, `Ira reading, Owner ${ours.canary} reading`);
  says(tab, ticketId, 'noting');
  await hears(olena, ticketId, `Ira noting, Owner ${ours.canary} reading`);
  await tab.close();
  await hears(olena, ticketId, `Owner ${ours.canary} reading`);
  says(olena, null);
  await hears(ira, ticketId, '');
});

test('A1 A9 nobody hears of, or stands at, a ticket that they may not see', async () => {
  const { ticketId } = await aTicket(at, ours);
  const { id, api } = await aMember(at, ours, 1, 'Narrow');
  await ours.owner.call('users/change-access', { id, company_id: ours.companyId, scope: 'own' });
  const [olena, narrow, stranger] = [
    await listens(ours.owner.cookie),
    await listens(api.cookie),
    await listens(theirs.owner.cookie),
  ];
  says(narrow, ticketId, 'replying');
  says(stranger, ticketId, 'replying');
  says(olena, ticketId);
  await hears(olena, ticketId, `Owner ${ours.canary} reading`);
  // Their own ticket comes after: what was to be heard before has been heard.
  says(stranger, theirs.ticketId);
  await hears(stranger, theirs.ticketId, `Owner ${theirs.canary} reading`);
  expect(olena.events.filter(isOf(ticketId)).map(whoIn)).toEqual([`Owner ${ours.canary} reading`]);
  expect([...narrow.events, ...stranger.events].filter(isOf(ticketId))).toEqual([]);
  expect(olena.events.filter(isOf(theirs.ticketId))).toEqual([]);
  // Given the ticket, they are told of it like anybody.
  await ours.owner.post('tickets/update', {
    data: { assignee_id: id },
    filter: { conditions: [['id', '=', ticketId]] },
  });
  says(narrow, ticketId, 'replying');
  await hears(narrow, ticketId, `Narrow replying, Owner ${ours.canary} reading`);
});

test('a desk whose rights change in the middle of its work is told anew who is where', async () => {
  const { id, api } = await aMember(at, ours, 1, 'Promoted');
  const { ticketId } = await aTicket(at, ours);
  const [olena, desk] = [await listens(ours.owner.cookie), await listens(api.cookie)];
  says(olena, ticketId);
  await hears(desk, ticketId, `Owner ${ours.canary} reading`);
  const resyncs = () =>
    desk.events.flatMap(({ entity, action }, at) => (entity === 'realtime' && action === 'resync' ? [at] : []));
  for (const [nth, scope] of ['own', 'company'].entries()) {
    await ours.owner.call('users/change-access', { id, company_id: ours.companyId, scope });
    await waitUntil(() => resyncs().length > nth, { what: `a resync as ${scope}` });
  }
  const told = () => desk.events.slice(resyncs().at(-1)).filter(isOf(ticketId)).map(whoIn);
  await waitUntil(() => told().length > 0, { what: 'who is where, anew' });
  expect(told()).toEqual([`Owner ${ours.canary} reading`]);
});

test('whom a killed process leaves behind is gone, and told so', async () => {
  const { ticketId } = await aTicket(at, ours);
  const ghost = crypto.randomUUID();
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`insert into watchers (socket, process, company_id, ticket_id, user_id, doing, until)
          values (${ghost}, ${crypto.randomUUID()}, ${ours.companyId}, ${ticketId}, ${ours.memberId}, 'replying', now() + interval '1 hour')`,
    ),
  );
  at.wake.nudge('watchers');
  const olena = await listens(ours.owner.cookie);
  await hears(olena, ticketId, `Agent ${ours.canary} replying`);
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`update watchers set until = now() - interval '1 second', moved_at = clock_timestamp() where socket = ${ghost}`,
    ),
  );
  at.wake.nudge('watchers');
  await hears(olena, ticketId, '');
});

test('A44 what makes no sense is passed over; whoever chatters is let go', async () => {
  const { ticketId } = await aTicket(at, ours);
  const [olena, odd] = [await listens(ours.owner.cookie), await listens(ours.owner.cookie)];
  for (const said of [
    '{"at":{"ticket_id":"1","doing":"reading"}}',
    `{"at":{"ticket_id":${ticketId},"doing":"dancing"}}`,
    `{"at":{"ticket_id":${ticketId},"doing":"reading","user_id":1}}`,
    '{"at":[]}',
    'x',
  ])
    odd.ws.send(said);
  says(odd, ticketId);
  await hears(olena, ticketId, `Owner ${ours.canary} reading`);
  for (let n = 0; n < 60; n++) says(odd, ticketId, n % 2 ? 'reading' : 'replying');
  expect(await odd.closed()).toBe(4429);
  await hears(olena, ticketId, '');
});

test('what could not be written while the database was away is made good: who left is gone, who moved is there, who stayed is back', async () => {
  const [one, other] = [(await aTicket(at, ours)).ticketId, (await aTicket(at, ours)).ticketId];
  const caller = await loadPerson(at.db, ours.ownerId);
  const { db, goesAway, hasFailed, isBack } = aDatabaseAway(at.db);
  const watching = runWatching({ db, wake: at.wake, log: createLog('silent') }, { renewSeconds: 0.2 });
  const desk = () => watching.join({ who: async () => caller, send: () => {} });
  const is = (...who: string[]) =>
    waitUntil(
      async () => {
        const found = await at.db.read<{ is: string }>(
          'system',
          sql`select ticket_id || ' ' || doing as is from watchers where ticket_id in (${one}, ${other}) and doing <> 'gone' order by 1`,
        );
        return JSON.stringify(found.map((row) => row.is)) === JSON.stringify(who.toSorted());
      },
      { what: who.join() },
    );
  try {
    const [leaves, moves, stays] = [desk(), desk(), desk()];
    for (const { move } of [leaves, moves, stays]) move({ at: { ticket_id: one, doing: 'replying' } });
    await is(`${one} replying`, `${one} replying`, `${one} replying`);
    goesAway();
    leaves.leave();
    moves.move({ at: { ticket_id: other, doing: 'reading' } });
    moves.move({ at: { ticket_id: other, doing: 'noting' } });
    await hasFailed();
    isBack();
    await is(`${one} replying`, `${other} noting`);
    // PostgreSQL empties such tables after a crash.
    await at.db.transaction('system', (tx) => tx.run(sql`delete from watchers`));
    await is(`${one} replying`, `${other} noting`);
    stays.move({ at: null });
    await is(`${other} noting`);
  } finally {
    await watching.stop();
  }
});

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wakeDue } from '#domain/tickets/index.ts';
import { runNotifications } from '#flows/notifications/run-notifications.ts';
import { runSnoozes } from '#flows/snoozes/run-snoozes.ts';
import { createLog } from '#platform/log.ts';
import { sql } from '#platform/sql.ts';
import { askDatabase } from '#test/rigs/ask-database.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins } from './people.ts';
import { byId, rows } from './rows-of.ts';

let at: TestParley;
let olena: ApiClient;
let olenaId: number;
let shop: Company;
beforeAll(async () => {
  at = await aParley();
  ({ api: olena, id: olenaId } = await aPerson(at, 'Olena'));
  shop = await aCompany(olena);
});
afterAll(() => at?.close());

const later = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
const fields = ['view_type', 'snoozed_until', 'snooze', 'is_spam', 'is_deleted', 'is_unread'];
const theTicket = async (id: number) => rows(await olena.post('tickets/get', { fields, ...byId(id) }), 'tickets')[0];
const linesOf = async (id: number): Promise<string[]> =>
  (
    await at.db.read<{ event_key: string }>(
      'system',
      sql`select event_key from messages where ticket_id = ${id} and kind = 'event' order by id`,
    )
  ).map((line) => line.event_key);
/** Their time has come, as after a night or a jump of the clock. */
const timePasses = (ids: readonly number[]) =>
  at.db.transaction('system', (tx) =>
    tx.run(
      sql`update tickets set snoozed_until = now() - interval '1 second' where id = any (${ids}::bigint[]) and snoozed_until is not null`,
    ),
  );

test('tickets wake at their time, once each, whichever of several processes looks; whoever has them is told', async () => {
  const ira = await aPerson(at, 'Ira', 'ira@lumenoak.test');
  await joins(at, ira.id, shop.companyId, 1);
  at.wake.nudge('sessions');
  const ids: number[] = [];
  for (let i = 0; i < 8; i++) ids.push((await aTicket(at, shop, { address: `w${i}@nowak.test` })).ticketId);
  const [ofIra = 0, ofNobody = 0, hidden = 0, ...others] = ids;
  await olena.post('tickets/update', { data: { assignee_id: ira.id }, ...byId(ofIra) });
  await ira.api.call('tickets/read', { ids: [ofIra] });
  await olena.call('tickets/snooze', { ids, until: later() });
  await olena.call('tickets/spam', { ids: [hidden], is_spam: 1 });
  const needs = { db: at.db, wake: at.wake, log: createLog('silent') };
  const news = runNotifications(needs);
  // Who reads for the first time begins with what happens from then on.
  await waitUntil(
    async () => (await at.db.read('system', sql`select 1 from event_readers where name = 'notifications'`)).length > 0,
  );
  const { ticketId: sleeper } = await aTicket(at, shop, { address: 'sleeper@nowak.test' });
  await olena.call('tickets/snooze', { ids: [sleeper], until: later() });
  await timePasses(ids);
  const processes = [runSnoozes(needs), runSnoozes(needs), runSnoozes(needs)];
  try {
    const told = await waitUntil(async () => {
      const all = await at.db.read<{ user_id: number; ticket_id: number }>(
        'system',
        sql`select user_id, ticket_id from notifications where kind = 'woke' order by ticket_id`,
      );
      return all.length >= 2 + others.length && all;
    });
    // Of those that nobody has, who put them off; of spam nobody.
    const expected = [
      { user_id: ira.id, ticket_id: ofIra },
      ...[ofNobody, ...others].map((id) => ({ user_id: olenaId, ticket_id: id })),
    ];
    expect(told).toEqual(expected);
  } finally {
    await Promise.all([...processes, news].map((loop) => loop.stop()));
  }
  for (const id of ids) expect((await linesOf(id)).filter((key) => key === 'woke_by_time')).toHaveLength(1);
  expect(await theTicket(sleeper), 'whose time has not come').toMatchObject({ view_type: 'snoozed' });
  expect(await theTicket(hidden)).toMatchObject({ view_type: '', is_spam: 1, snooze: null });
  const seen = rows(
    await ira.api.post('tickets/get', { fields: ['is_unread', 'view_type'], ...byId(ofIra) }),
    'tickets',
  )[0];
  expect(seen).toMatchObject({ is_unread: 1, view_type: '' });
  await ira.api.call('tickets/read', { ids: [ofIra] });
  expect(
    rows(await ira.api.post('tickets/get', { fields: ['is_unread'], ...byId(ofIra) }), 'tickets')[0].is_unread,
  ).toBe(0);
});

test('A51 of 50 who move one ticket at once each wins or is told why not, and no half of a state is left', async () => {
  const { ticketId } = await aTicket(at, shop);
  const ids = [ticketId];
  const moves = [
    () => olena.call('tickets/snooze', { ids, until: later() }),
    () => olena.call('tickets/wake', { ids }),
    () => olena.call('tickets/resolve', { ids }),
    () => olena.call('tickets/wake', { ids, undo: 1 }),
    () => olena.call('tickets/reopen', { ids }),
  ];
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => moves).flatMap((all) => all.map((move) => move())),
  );
  expect(answers.map((one) => one.status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
  const won = answers.filter((one) => one.status === 200 && one.body.data.ids.length === 1);
  expect(await linesOf(ticketId)).toHaveLength(won.length);
  const running = await at.db.read(
    'system',
    sql`select id from snoozes where ticket_id = ${ticketId} and ended_at is null`,
  );
  const { view_type, snoozed_until } = await theTicket(ticketId);
  expect(running).toHaveLength(view_type === 'snoozed' ? 1 : 0);
  expect(snoozed_until !== null).toBe(view_type === 'snoozed');
});

/** What one person's call does to a ticket of its own; `lines` of its thread when fifty at once have done it. */
type Together = {
  before?: (id: number) => Promise<unknown>;
  move: (id: number) => Promise<Answer>;
  /** Undefined: nobody needs to read of it. */
  lines?: number;
  /** Others are told no; where it is undefined they hear what the first one heard. */
  winners?: 1;
  after: (id: number) => Promise<unknown>;
};
let markoId: number;
const until = later();
const client = randomUUID();
const shown = (id: number) => theTicket(id);
const messagesOf = async (id: number) =>
  (await at.db.read<{ kind: string }>('system', sql`select kind from messages where ticket_id = ${id} order by id`))
    .map((one) => one.kind)
    .filter((kind) => kind !== 'event');
const together: Record<string, Together> = {
  snooze: {
    move: (id) => olena.call('tickets/snooze', { ids: [id], until }),
    after: async (id) => expect(await shown(id)).toMatchObject({ view_type: 'snoozed', snoozed_until: until }),
  },
  wake: {
    before: (id) => olena.call('tickets/snooze', { ids: [id], until }),
    move: (id) => olena.call('tickets/wake', { ids: [id] }),
    lines: 1,
    after: async (id) => expect(await shown(id)).toMatchObject({ view_type: '', snooze: null }),
  },
  resolve: {
    move: (id) => olena.call('tickets/resolve', { ids: [id] }),
    lines: 1,
    after: async (id) => expect(await shown(id)).toMatchObject({ view_type: 'resolved' }),
  },
  reopen: {
    before: (id) => olena.call('tickets/resolve', { ids: [id] }),
    move: (id) => olena.call('tickets/reopen', { ids: [id] }),
    lines: 1,
    after: async (id) => expect(await shown(id)).toMatchObject({ view_type: '' }),
  },
  spam: {
    move: (id) => olena.call('tickets/spam', { ids: [id], is_spam: 1 }),
    lines: 1,
    after: async (id) => expect(await shown(id)).toMatchObject({ is_spam: 1 }),
  },
  trash: {
    move: (id) => olena.post('tickets/delete', byId(id)),
    lines: 1,
    after: async (id) => expect(await shown(id)).toMatchObject({ is_deleted: 1 }),
  },
  restore: {
    before: (id) => olena.post('tickets/delete', byId(id)),
    move: (id) => olena.post('tickets/restore', byId(id)),
    lines: 1,
    after: async (id) => expect(await shown(id)).toMatchObject({ is_deleted: 0 }),
  },
  'assign what nobody has': {
    move: (id) => olena.call('tickets/assign', { ids: [id], assignee_id: olenaId, if_assignee: null }),
    lines: 1,
    after: async (id) => expect(await linesOf(id)).toHaveLength(1),
  },
  'mark as read': {
    move: (id) => olena.call('tickets/read', { ids: [id] }),
    after: async (id) => expect(await shown(id)).toMatchObject({ is_unread: 0 }),
  },
  'mention somebody in one note': {
    before: async () => {
      const marko = await aPerson(at, 'Marko', 'marko@lumenoak.test');
      await joins(at, marko.id, shop.companyId, 1);
      markoId = marko.id;
    },
    move: (id) =>
      olena.call('tickets/note', {
        ...{ ticket_id: id, client_id: client, body_html: '<p>Have a look</p>' },
        mentions: [{ kind: 'user', id: markoId }],
      }),
    after: async (id) => {
      expect(await messagesOf(id)).toEqual(['inbound', 'note']);
      const named = rows(await olena.post('tickets/get', { fields: ['mentioned_ids'], ...byId(id) }), 'tickets')[0];
      expect(named.mentioned_ids).toEqual([markoId]);
    },
  },
  'send a waiting letter now': {
    before: (id) =>
      olena.call('tickets/reply', {
        ...{ ticket_id: id, client_id: letterOf(id), body_html: '<p>Tomorrow</p>', send_at: until },
        to: [{ address: 'hanna@lindqvist.test' }],
      }),
    move: (id) => olena.call('drafts/send-now', { client_id: letterOf(id), ticket_id: id }),
    after: async (id) => {
      expect(await messagesOf(id)).toEqual(['inbound', 'outbound']);
      const owed = await at.db.read('system', sql`select 1 from deliveries where ticket_id = ${id}`);
      expect(owed).toHaveLength(1);
    },
  },
  'split its last letter off': {
    before: (id) => aLetterOn(at, shop, id, { text: 'And something else' }),
    move: async (id) => {
      const last = await at.db.read<{ id: number }>(
        'system',
        sql`select max(id) as id from messages where origin_ticket_id = ${id} and kind = 'inbound'`,
      );
      return olena.call('tickets/split', { message_id: last[0]?.id, from_here: 0 });
    },
    winners: 1,
    after: async (id) => expect(await messagesOf(id)).toEqual(['inbound']),
  },
  'do it to everything that matches': {
    move: (id) =>
      olena.call('tickets/act-on-all', {
        ...{ request_id: letterOf(id), company_id: shop.companyId, action: { kind: 'resolve' } },
        ...byId(id),
      }),
    after: async () => {
      const asked = await at.db.read('system', sql`select 1 from jobs where kind = 'ticket-bulk'`);
      expect(asked).toHaveLength(1);
    },
  },
};
const letterOf = (id: number) => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;

test.each(Object.entries(together))('A51 %s: fifty at once do it once, and say so once', async (_name, one) => {
  const { ticketId } = await aTicket(at, shop, { from: 'Hanna Lindqvist', address: 'hanna@lindqvist.test' });
  await one.before?.(ticketId);
  const before = (await linesOf(ticketId)).length;
  const answers = await Promise.all(Array.from({ length: 50 }, () => one.move(ticketId)));
  const lost = answers.filter((answer) => answer.status !== 200);
  for (const answer of lost) expect([403, 404, 409, 422], answer.text).toContain(answer.status);
  if (one.winners) expect(answers.length - lost.length).toBe(one.winners);
  if (one.lines !== undefined) expect((await linesOf(ticketId)).slice(before)).toHaveLength(one.lines);
  await one.after(ticketId);
});

type Model = {
  view: '' | 'answered' | 'resolved' | 'snoozed';
  /** Whose word the last one is. */
  last: 'theirs' | 'ours';
  /** Snoozes, each over the one it replaced. */
  asleep: { was: Model['view']; wakesOnReply: boolean }[];
  isSpam: boolean;
  isTrash: boolean;
  lines: number;
  /** Before it was resolved, reopened or woken by hand, as long as nothing else moved it. */
  stood?: Pick<Model, 'view' | 'asleep'>;
};
type Move = (typeof moveNames)[number];
const moveNames = [
  'snooze',
  'snoozeWhatever',
  'wake',
  'undo',
  'resolve',
  'reopen',
  'putBack',
  'reply',
  'replyAndSnooze',
  'customer',
  'time',
  'trash',
  'restore',
  'spam',
  'notSpam',
] as const;

/** What should become of it. */
function inModel(m: Model, move: Move): void {
  const goes = (view: Model['view'], lines = 1, isByHand = false) => {
    if (isByHand) m.stood = { view: m.view, asleep: m.asleep };
    else delete m.stood;
    m.view = view;
    if (view !== 'snoozed') m.asleep = [];
    m.lines += lines;
  };
  const sleeps = (wakesOnReply: boolean) => {
    m.asleep = [...m.asleep, { was: m.view, wakesOnReply }];
    goes('snoozed');
  };
  switch (move) {
    case 'snooze':
    case 'snoozeWhatever':
      if (!m.isTrash && m.view !== 'resolved') sleeps(move === 'snooze');
      return;
    case 'wake':
      if (m.view === 'snoozed') goes('', 1, true);
      return;
    case 'undo': {
      if (m.view !== 'snoozed') return;
      const was = m.asleep.at(-1)?.was;
      m.asleep = m.asleep.slice(0, -1);
      goes(was === 'snoozed' ? 'snoozed' : was === 'answered' && m.last === 'ours' ? 'answered' : '');
      return;
    }
    case 'resolve':
      if (m.view !== 'resolved') goes('resolved', 1, true);
      return;
    case 'reopen':
      if (m.view !== '') goes('', 1, true);
      return;
    case 'putBack': {
      const { stood } = m;
      if (!stood) return;
      goes(stood.view);
      m.asleep = stood.asleep;
      return;
    }
    case 'reply':
    case 'replyAndSnooze':
      if (m.isTrash) return;
      goes('answered', move === 'reply' && (m.view === 'snoozed' || m.view === 'resolved') ? 1 : 0);
      m.last = 'ours';
      if (move === 'replyAndSnooze') sleeps(true);
      return;
    case 'customer':
      m.last = 'theirs';
      if (m.view === 'snoozed' && m.asleep.at(-1)?.wakesOnReply === false) return;
      goes('', m.view === 'snoozed' || m.view === 'resolved' ? 1 : 0);
      return;
    case 'time':
      if (m.view === 'snoozed') goes('');
      return;
    case 'trash':
    case 'restore':
      if (m.isTrash !== (move === 'trash')) m.lines++;
      m.isTrash = move === 'trash';
      return;
    case 'spam':
    case 'notSpam':
      if (m.isSpam !== (move === 'spam')) m.lines++;
      m.isSpam = move === 'spam';
      return;
    default:
      move satisfies never;
  }
}

/** As the desk does: what nobody could answer is asked again. */
async function insisting(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
  }
}

let distinct = 0;
async function inParley(id: number, move: Move): Promise<void> {
  const ids = [id];
  // Another time each, so that each snooze is another one.
  const until = new Date(Date.now() + 86_400_000 + ++distinct * 1000).toISOString().slice(0, 19).replace('T', ' ');
  const letter = {
    ticket_id: id,
    client_id: crypto.randomUUID(),
    body_html: '<p>It is.</p>',
    to: [{ address: 'hanna@lindqvist.test' }],
  };
  const call = (path: string, data: object) => insisting(() => olena.call(path, { ids, ...data }));
  const made: Record<Move, () => Promise<unknown>> = {
    snooze: () => call('tickets/snooze', { until }),
    snoozeWhatever: () => call('tickets/snooze', { until, wake_on_reply: 0 }),
    wake: () => call('tickets/wake', {}),
    undo: () => call('tickets/wake', { undo: 1 }),
    resolve: () => call('tickets/resolve', {}),
    reopen: () => call('tickets/reopen', {}),
    putBack: async () => {
      const { view_type: left } = await theTicket(id);
      if (left === '' || left === 'resolved') await call('tickets/put-back', { left });
    },
    reply: () => insisting(() => olena.call('tickets/reply', letter)),
    replyAndSnooze: () => insisting(() => olena.call('tickets/reply', { ...letter, and_then: { snooze: { until } } })),
    customer: () => aLetterOn(at, shop, id),
    time: async () => {
      await timePasses(ids);
      await at.db.transaction('system', wakeDue);
    },
    trash: () => insisting(() => olena.post('tickets/delete', byId(id))),
    restore: () => insisting(() => olena.post('tickets/restore', byId(id))),
    spam: () => call('tickets/spam', { is_spam: 1 }),
    notSpam: () => call('tickets/spam', { is_spam: 0 }),
  };
  await made[move]();
}

/** All that are connected to the database are gone when this is back. */
async function databaseHangsUp(): Promise<void> {
  const ask = (question: string, values: unknown[] = []) =>
    askDatabase<{ pid: number }>({ connectionString: at.databaseUrl }, question, values);
  const gone = await ask(
    `select pid, pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  const stillThere = `select pid from pg_stat_activity where pid = any ($1)`;
  await waitUntil(async () => (await ask(stillThere, [gone.map((one) => one.pid)])).length === 0);
}

/** Ten thousand times a hundred moves take hours: `RANDOM_RUNS=10000 RANDOM_MOVES=100`. */
const runs = Number(process.env.RANDOM_RUNS ?? 20);
const movesMax = Number(process.env.RANDOM_MOVES ?? 14);

/** The snooze that ran last is not the one that was begun last. */
const undoneThenPutBack = (['snooze', 'snoozeWhatever', 'undo', 'reopen', 'putBack'] as const).map((move) => ({
  move,
  isCutOff: false,
}));

test('F32 whatever happens to a ticket in whatever order, and whenever the database hangs up, it stands where the model says, with a line for each move', async () => {
  const move = fc.record({ move: fc.constantFrom(...moveNames), isCutOff: fc.nat(7).map((n) => n === 0) });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 6, maxLength: movesMax }), async (moves) => {
      const { ticketId } = await aTicket(at, shop);
      const model: Model = { view: '', last: 'theirs', asleep: [], isSpam: false, isTrash: false, lines: 0 };
      for (const { move, isCutOff } of moves) {
        if (isCutOff) await databaseHangsUp();
        await inParley(ticketId, move);
        inModel(model, move);
      }
      const now = await theTicket(ticketId);
      expect({ ...now, snooze: now.snooze?.wake_on_reply ?? null }).toMatchObject({
        view_type: model.view,
        is_spam: model.isSpam ? 1 : 0,
        is_deleted: model.isTrash ? 1 : 0,
        snooze: model.view === 'snoozed' ? (model.asleep.at(-1)?.wakesOnReply ? 1 : 0) : null,
      });
      expect(await linesOf(ticketId)).toHaveLength(model.lines);
    }),
    { numRuns: runs, endOnFailure: true, examples: [[undoneThenPutBack]] },
  );
});

test('a list says how many tickets it has, of each view, product and person, to whom sees a part alone as well', async () => {
  const part = await aPerson(at, 'Petro', 'petro@lumenoak.test');
  await joins(at, part.id, shop.companyId, 1);
  await at.db.transaction('system', (tx) => tx.run(sql`update roles set scope = 'own' where user_id = ${part.id}`));
  at.wake.nudge('sessions');
  const ids: number[] = [];
  for (let i = 0; i < 6; i++) ids.push((await aTicket(at, shop, { address: `t${i}@nowak.test` })).ticketId);
  const [binned = 0, spam = 0, resolved = 0, ofPetro = 0, ofBoth = 0] = ids;
  await olena.post('tickets/update', { data: { assignee_id: part.id }, ...byId(ofPetro) });
  await olena.post('tickets/delete', byId(binned));
  await olena.call('tickets/spam', { ids: [spam], is_spam: 1 });
  await olena.call('tickets/resolve', { ids: [resolved, ofBoth] });
  await olena.post('tickets/update', { data: { assignee_id: part.id }, ...byId(ofBoth) });
  const product = (await theProductOf(ids[0] ?? 0)) ?? 0;

  const kept = [
    ['is_deleted', '=', 0],
    ['is_spam', '=', 0],
  ];
  const open = [...kept, ['view_type', '=', '']];
  const lists = [
    ...[[], kept, open, [['is_deleted', '=', 1]], [['is_deleted', '=', 0]], [['is_spam', '=', 1]]],
    [
      ['is_deleted', '=', 0],
      ['is_spam', '=', 1],
    ],
    ...['answered', 'resolved', 'snoozed'].map((view) => [...kept, ['view_type', '=', view]]),
    ...[null, 0, -1, olenaId, part.id].map((id) => [...open, ['assignee_id', '=', id]]),
    ...[null, 1].map((id) => [...open, ['team_id', '=', id]]),
    [...open, ['product_id', '=', product], ['assignee_id', '=', null]],
    [...kept, ['view_type', '!=', 'resolved']],
    [...kept, ['assignee_id', 'in', [part.id]]],
    [...open, ['assignee_id', '=', part.id], ['assignee_id', '=', olenaId]],
  ];
  let most = 0;
  for (const conditions of lists) {
    for (const api of [olena, part.api]) {
      const { body } = await api.post('tickets/get', { fields: ['id'], range: [0, 100], filter: { conditions } });
      expect(body.total, JSON.stringify(conditions)).toBe(body.data.tickets?.length);
      most = Math.max(most, body.total ?? 0);
    }
  }
  expect(most).toBeGreaterThan(5);
});

const theProductOf = async (id: number): Promise<number | undefined> =>
  (await at.db.read<{ product_id: number }>('system', sql`select product_id from tickets where id = ${id}`))[0]
    ?.product_id;

import { readdir, utimes } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JobKind, jobKinds } from '#contract/jobs.ts';
import { findMailbox } from '#domain/mailboxes/index.ts';
import { keepPresences } from '#domain/presence/index.ts';
import { drainQueues } from '#domain/queues/index.ts';
import { destroyDoomed } from '#domain/stored-files/index.ts';
import { archived, notArchived } from '#flows/archive/archive-plan.ts';
import { archiveShapes } from '#flows/archive/archive-shapes.ts';
import { exportCompany } from '#flows/archive/export-company.ts';
import { importCompany, undoImport } from '#flows/archive/import-company.ts';
import { type PuttingBack, putBack } from '#flows/archive/put-back.ts';
import { openArchive } from '#flows/archive/read-archive.ts';
import { leftMeanwhile, takeAway } from '#flows/archive/take-away.ts';
import { writeArchive } from '#flows/archive/write-archive.ts';
import type { JobRun } from '#flows/jobs/job-at-work.ts';
import { runJobs } from '#flows/jobs/run-jobs.ts';
import { filesInFolder } from '#platform/files.ts';
import { createLog } from '#platform/log.ts';
import { sql } from '#platform/sql.ts';
import { unzip } from '#test/rigs/unzip.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { zipped } from '#test/rigs/zipped.ts';
import { aTicket } from './a-ticket.ts';
import { keyIn } from './account-letters.ts';
import { everythingOf, tenantTables } from './everything-of.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, joins, password, rowId } from './people.ts';
import { byId, rows } from './rows-of.ts';
import { aMember, aShop, type Shop } from './two-companies.ts';
import { problem } from './what-is-written.ts';

let here: TestParley;
let there: TestParley;
let shop: Shop;
let archive: Buffer;
let importer: { userId: number; archivedId: number | null };
beforeAll(async () => {
  [here, there] = await Promise.all([aParley(), aParley()]);
  shop = await aShop(here, 'lumenoak', 'LO');
  const replied = { ticket_id: shop.ticketId, client_id: crypto.randomUUID(), body_html: '<p>Of course.</p>' };
  await shop.owner.call('tickets/reply', { ...replied, to: [{ address: 'customer@lumenoak.test' }] });
  const rewritten = { message_id: shop.ticketNoteId, body_html: '<p>Rather so</p>', edits: 0 };
  await shop.owner.call('messages/edit-note', rewritten);
  await shop.owner.call('tickets/tag', { ids: [shop.ticketId], add: [shop.ids.tags] });
  archive = await buffer(
    writeArchive({ db: here.db, files: filesOf(here), companyId: shop.companyId, onProgress: async () => {} }),
  );
  const { id } = await aPerson(there, 'Daryna', 'owner@lumenoak.test');
  importer = { userId: id, archivedId: shop.ownerId };
});
afterAll(async () => {
  await here?.close();
  await there?.close();
});
const filesOf = (at: TestParley) => filesInFolder(`${at.folder}/files`);
const opened = (bytes: Buffer) =>
  openArchive(bytes.byteLength, (start, end) => Readable.from([bytes.subarray(start, end)]));

async function emptyCompany(): Promise<number> {
  const [made] = await there.db.transaction('system', (tx) =>
    tx.rows<{ id: number }>(sql`insert into companies (company_name, case_prefix) values ('Moved', 'MO') returning id`),
  );
  return made?.id ?? 0;
}

async function moveIn(
  companyId: number,
  bytes = archive,
  onProgress = async () => {},
  write: PuttingBack['write'] = inTransaction,
): Promise<void> {
  const found = await opened(bytes);
  const { db, secrets } = there;
  await putBack({ db, secrets, files: filesOf(there), archive: found, companyId, importer, write, onProgress });
}
const inTransaction: PuttingBack['write'] = (work) => there.db.transaction('system', work);

test('every table with rows of companies is archived, or it is said why not', async () => {
  const tables = (await tenantTables(here)).map((one) => one.name).filter((name) => name !== 'companies');
  const decided = [...archived.map((one) => one.table), ...Object.keys(notArchived)];
  expect(tables.filter((name) => !decided.includes(name))).toEqual([]);
  expect(new Set(decided).size).toBe(decided.length);
});

test('every column that refers to a row of the company is tied anew', async () => {
  const references = await here.db.read<{ at: string; to: string }>(
    'system',
    sql`select concat(r.relname, '.', a.attname) as at, f.relname as to
        from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_class f on f.oid = c.confrelid
          join lateral unnest(c.conkey) as k (num) on true join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num
        where c.contype = 'f' and a.attname <> 'company_id' and r.relname = any (${archived.filter((one) => !one.isRecord).map((one) => one.table)}::text[])`,
  );
  const tied = archived.flatMap(({ table, ids, lateIds, people, leftOut = [] }) => [
    ...references.flatMap(({ at, to }) => (leftOut.some((name) => at === `${table}.${name}`) ? [`${at} ${to}`] : [])),
    ...Object.entries({ ...ids, ...lateIds }).map(([name, to]) => `${table}.${name} ${to}`),
    ...Object.keys(people ?? {}).map((name) => `${table}.${name} users`),
  ]);
  const untied = references.map(({ at, to }) => `${at} ${to}`).filter((one) => !tied.includes(one));
  // An entry of the installation's own list, which a company cannot bring.
  expect(untied.filter((one) => !one.endsWith(' system_settings'))).toEqual([]);
});

test('what refers to rows of an archive goes before them when they are taken away, or with them', async () => {
  const taken = archived.filter((one) => !one.isRecord).map((one) => one.table);
  const holding = await here.db.read<{ table: string }>(
    'system',
    sql`select distinct r.relname::text as table from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_class f on f.oid = c.confrelid
        where c.contype = 'f' and c.confdeltype not in ('c', 'n') and f.relname = any (${[...taken, ...leftMeanwhile]}::text[])`,
  );
  const records = archived.filter((one) => one.isRecord).map((one) => one.table);
  const gone = [...taken, ...leftMeanwhile, ...records];
  expect(holding.map((one) => one.table).filter((name) => !gone.includes(name))).toEqual([]);
});

test('every column that takes JSON in any shape is read by one before it is put back', async () => {
  const found = await here.db.read<{ table: string; name: string }>(
    'system',
    sql`select table_name::text as table, column_name::text as name from information_schema.columns
        where table_schema = current_schema() and data_type in ('json', 'jsonb')`,
  );
  const brought = found.filter(({ table, name }) =>
    archived.some((one) => one.table === table && !one.isRecord && !one.leftOut?.includes(name)),
  );
  expect(brought.length).toBeGreaterThan(10);
  expect(brought.filter(({ table, name }) => !archiveShapes[table]?.[name])).toEqual([]);
});

test('a company goes out and comes back at another installation: the same rows, tied together alike', async () => {
  const companyId = await emptyCompany();
  await moveIn(companyId);
  expect(await likenessOf(there, companyId)).toEqual(await likenessOf(here, shop.companyId, { isToBeMoved: true }));
});

test('bytes come along: the mail as it came, the picture that was in it', async () => {
  const companyId = await emptyCompany();
  await moveIn(companyId);
  expect(await bytesOf(there, companyId)).toEqual(await bytesOf(here, shop.companyId));
});

test('what is secret stays: passwords of mailboxes are in no file, and the mailbox rests until it has one', async () => {
  const [mailbox] = await here.db.read<{ imap_password: string }>(
    'system',
    sql`select imap_password from mailboxes where company_id = ${shop.companyId}`,
  );
  const texts = [...(await unzip(archive))].map(([name, bytes]) => `${name} ${bytes.toString('latin1')}`);
  expect(texts.some((text) => text.includes('support@companylumenoak.test'))).toBe(true);
  expect(texts.filter((text) => text.includes(mailbox?.imap_password ?? '-'))).toEqual([]);
  expect(texts.filter((text) => /imap_password|lease|token_hash|password_hash/.test(text))).toEqual([]);

  const companyId = await emptyCompany();
  await moveIn(companyId);
  const accounts = await there.db.read<{ is_deleted: number }>(
    'system',
    sql`select is_deleted from channel_accounts where company_id = ${companyId}`,
  );
  expect(new Set(accounts.map((one) => one.is_deleted))).toEqual(new Set([1]));
  const [moved] = await there.db.read<{ id: number }>(
    'system',
    sql`select id from mailboxes where company_id = ${companyId}`,
  );
  const found = await there.db.transaction('system', (tx) =>
    findMailbox(tx, there.secrets, moved?.id ?? 0, { evenDisabled: true }),
  );
  expect(found?.imap.password).toBe('');
});

test('a quidget that came along rests, and is well: it connects to nothing', async () => {
  const companyId = await emptyCompany();
  await moveIn(companyId);
  const quidgets = await there.db.read(
    'system',
    sql`select is_deleted, health_state from channel_accounts where company_id = ${companyId} and kind = 'quidget'`,
  );
  expect(quidgets).toEqual([{ is_deleted: 1, health_state: 'ok' }]);
});

test('what a link signs with stays, and the link rests until it has a secret again', async () => {
  const read = (at: TestParley, companyId: number) =>
    at.db.read<{ secret: string | null; is_signed: number; is_deleted: number }>(
      'system',
      sql`select secret, is_signed, is_deleted from links where company_id = ${companyId}`,
    );
  const [link] = await read(here, shop.companyId);
  expect(link).toMatchObject({ is_signed: 1, is_deleted: 0 });
  const files = [...(await unzip(archive))].map(([, bytes]) => bytes.toString('latin1'));
  expect(files.filter((text) => text.includes(link?.secret ?? ''))).toEqual([]);

  const companyId = await emptyCompany();
  await moveIn(companyId);
  expect(await read(there, companyId)).toEqual([{ secret: null, is_signed: 1, is_deleted: 1 }]);
});

test('nothing is sent twice: a letter that was still owed has failed, and says why', async () => {
  const companyId = await emptyCompany();
  await moveIn(companyId);
  const owed = await there.db.read(
    'system',
    sql`select state, error_key, copy_state from deliveries where company_id = ${companyId}`,
  );
  expect(owed).toEqual([{ state: 'failed', error_key: 'left_behind', copy_state: 'none' }]);
});

test('begun again after every batch, it doubles nothing', async () => {
  const companyId = await emptyCompany();
  for (let lives = 1; ; lives++) {
    let batches = 0;
    const dies = async () => {
      if (++batches === lives) throw new Error('killed');
    };
    const isOver = await moveIn(companyId, archive, dies).then(
      () => true,
      () => false,
    );
    if (isOver) break;
  }
  expect(await likenessOf(there, companyId)).toEqual(await likenessOf(here, shop.companyId, { isToBeMoved: true }));
});

test('F1 whoever has lost an import to another worker writes no row of it beside them', async () => {
  const companyId = await emptyCompany();
  const before = await everythingOf(there, companyId);
  const lost = () => Promise.reject(new Error('lost'));
  await expect(moveIn(companyId, archive, undefined, lost)).rejects.toThrow('lost');
  expect(await everythingOf(there, companyId)).toBe(before);
});

test('taken away again step by step, whoever dies behind any of them, nothing of it is left', async () => {
  const companyId = await emptyCompany();
  const before = await everythingOf(there, companyId);
  await moveIn(companyId);
  await there.db.transaction('system', async (tx) => {
    // What somebody began to write who looked in.
    await tx.run(
      sql`insert into drafts (company_id, ticket_id, origin_ticket_id, user_id, kind) select ${companyId}, id, id, ${importer.userId}, 'note' from tickets where company_id = ${companyId} limit 1`,
    );
    await tx.run(
      sql`insert into customer_tags (company_id, customer_id, tag_id) select ${companyId}, c.id, g.id from customers c, tags g
          where c.company_id = ${companyId} and g.company_id = ${companyId} on conflict do nothing`,
    );
  });
  const tables = ['messages', 'tickets', 'customer_identities', 'customer_tags', 'imported_ids'];
  const countIn = async () => {
    const counts = tables.map(
      (name) =>
        sql`(select count(*)::int from ${sql.unsafe(name)} where company_id = ${companyId}) as ${sql.unsafe(name)}`,
    );
    const [row] = await there.db.read<Record<string, number>>('system', sql`select ${sql.join(counts)}`);
    return row ?? {};
  };
  const stepRows = 1;
  const whole = await countIn();
  expect(Math.min(...tables.map((name) => whole[name] ?? 0))).toBeGreaterThan(stepRows);
  const drops: number[] = [];
  for (let lives = 1, isOver = false; !isOver; lives++) {
    let steps = 0;
    const dying: PuttingBack['write'] = async (step) => {
      if (++steps > lives * 15) throw new Error('killed');
      const had = await countIn();
      const answer = await inTransaction(step);
      const has = await countIn();
      drops.push(...tables.map((name) => (had[name] ?? 0) - (has[name] ?? 0)));
      return answer;
    };
    isOver = await takeAway(dying, companyId, importer.userId, stepRows).then(
      () => true,
      (error: Error) => (error.message === 'killed' ? false : Promise.reject(error)),
    );
  }
  expect(Math.max(...drops)).toBe(stepRows);
  const left = (await everythingOf(there, companyId)).split('\n');
  const known = new Set(before.split('\n'));
  const news = left.filter((row) => !known.has(row) && !/^(search_due|ticket_counts|stray_files|labels): /.test(row));
  expect(news).toEqual([]);
});

test('whoever imports goes on with what was theirs; what was personal to others stays out', async () => {
  await shop.owner.post('templates/create', {
    data: [{ company_id: shop.companyId, name: 'Only mine', texts: { en: '<p>Hi</p>' }, visibility: 'personal' }],
  });
  const bytes = await anArchive();
  const mine = await emptyCompany();
  await moveIn(mine, bytes);
  const namesIn = (companyId: number) =>
    there.db.read<{ name: string }>(
      'system',
      sql`select name from templates where company_id = ${companyId} order by name`,
    );
  expect((await namesIn(mine)).map((one) => one.name)).toEqual(['Only mine', 'Template lumenoak']);

  const another = await emptyCompany();
  importer = { ...importer, archivedId: null };
  await moveIn(another, bytes);
  importer = { ...importer, archivedId: shop.ownerId };
  expect((await namesIn(another)).map((one) => one.name)).toEqual(['Template lumenoak']);
});

test('A19 who had a ticket gets it back with the invitation, unless somebody has taken it meanwhile', async () => {
  const ira = await aMember(here, shop, 1, 'Ira');
  const { ticketId: second } = await aTicket(here, shop);
  const assign = (id: number, to: number, owner = shop.owner) =>
    owner.post('tickets/update', { data: { assignee_id: to }, filter: { conditions: [['id', '=', id]] } });
  await assign(shop.ticketId, ira.id);
  await assign(second, ira.id);
  const [address] = await here.db.read<{ email: string }>('system', sql`select email from users where id = ${ira.id}`);
  const bytes = await anArchive();

  const { api: owner, id: ownerId } = await aPerson(there, 'Oksana');
  const founded = await owner.post('companies/create', { data: [{ company_name: 'New home', case_prefix: 'NH' }] });
  const companyId = rowId(founded, 'companies');
  await there.db.transaction('system', (tx) => tx.run(sql`delete from labels where company_id = ${companyId}`));
  await moveIn(companyId, bytes);
  const assignees = async () =>
    (
      await there.db.read<{ assignee_id: number | null }>(
        'system',
        sql`select assignee_id from tickets where company_id = ${companyId} order by number`,
      )
    ).map((one) => one.assignee_id);
  expect(await assignees()).toEqual([null, null, null]);
  const [taken] = await there.db.read<{ id: number }>(
    'system',
    sql`select id from tickets where company_id = ${companyId} order by number limit 1 offset 1`,
  );
  await assign(taken?.id ?? 0, ownerId, owner);

  const email = (address?.email ?? '').toUpperCase();
  expect((await owner.call('invite/create', { email, company_id: companyId })).status).toBe(200);
  const key = await keyIn(there, email);
  const joined = there.stranger();
  const words = { key, name: 'Ira Melnyk', raw_password: 'maple-chair-9-pine' };
  expect((await joined.call('invite/register', words)).status).toBe(200);
  const self = (await joined.call('users/self')).body.data.user;
  expect(await assignees()).toEqual([self.id, ownerId, null]);
  expect(await there.db.read('system', sql`select 1 from archived_assignees where company_id = ${companyId}`)).toEqual(
    [],
  );
});

/** At another installation, with its shop's tickets in a team that shares out what waits. */
async function movedToASharingTeam(bytes: Buffer) {
  const { api: owner } = await aPerson(there, 'Oksana', `oksana-${crypto.randomUUID()}@move.test`);
  const founded = await owner.post('companies/create', { data: [{ company_name: 'New home', case_prefix: 'NH' }] });
  const companyId = rowId(founded, 'companies');
  await there.db.transaction('system', (tx) => tx.run(sql`delete from labels where company_id = ${companyId}`));
  await moveIn(companyId, bytes);
  const [team] = await there.db.transaction('system', async (tx) => {
    const teams = await tx.rows<{ id: number }>(
      sql`update teams set routing = 'round_robin' where company_id = ${companyId} returning id`,
    );
    await tx.run(sql`update tickets set team_id = ${teams[0]?.id} where company_id = ${companyId}`);
    return teams;
  });
  const holders = async () =>
    (
      await there.db.read<{ assignee_id: number | null }>(
        'system',
        sql`select assignee_id from tickets where company_id = ${companyId} and merged_into_id is null order by number`,
      )
    ).map((one) => one.assignee_id);
  const joinsWith = async (email: string, team_id?: number) => {
    expect(
      (await owner.call('invite/create', { email, ...(team_id ? { team_id } : { company_id: companyId }) })).status,
    ).toBe(200);
    const joined = there.stranger();
    const words = { key: await keyIn(there, email), name: 'Whoever', raw_password: 'maple-chair-9-pine' };
    expect((await joined.call('invite/register', words)).status).toBe(200);
    return Number((await joined.call('users/self')).body.data.user.id);
  };
  const lastId = async (behind = 0) =>
    (
      await there.db.read<{ id: number }>(
        'system',
        sql`select id from tickets where company_id = ${companyId} and merged_into_id is null order by number desc limit 1 offset ${behind}`,
      )
    )[0]?.id;
  return { owner, companyId, teamId: team?.id ?? 0, holders, lastId, joinsWith };
}

test('whoever comes first to a team that shares out is not given what waits for others; what nobody had, they are', async () => {
  const taras = await aMember(here, shop, 1, 'Taras');
  const { ticketId: his } = await aTicket(here, shop);
  await aTicket(here, shop);
  await shop.owner.call('tickets/assign', { ids: [his], assignee_id: taras.id });
  const place = await movedToASharingTeam(await anArchive());
  const first = await place.joinsWith('first@members.test', place.teamId);
  await keepPresences(there.db, crypto.randomUUID(), [first], 600);
  await drainQueues(there.db, 0);
  expect((await place.holders()).slice(-2)).toEqual([null, first]);
  expect(await drainQueues(there.db, 0)).toMatchObject({ given: 0, isMore: false });

  const came = await place.joinsWith(taras.email);
  expect((await place.holders()).slice(-2)).toEqual([came, first]);
});

test('what waits for somebody who does not come is given out after two weeks, or once somebody has put it back', async () => {
  const mira = await aMember(here, shop, 1, 'Mira');
  const { ticketId: one } = await aTicket(here, shop);
  const { ticketId: two } = await aTicket(here, shop);
  await shop.owner.call('tickets/assign', { ids: [one, two], assignee_id: mira.id });
  const place = await movedToASharingTeam(await anArchive());
  const first = await place.joinsWith('second@members.test', place.teamId);
  const other = await place.joinsWith('third@members.test', place.teamId);
  await keepPresences(there.db, crypto.randomUUID(), [first, other], 600);
  await drainQueues(there.db, 0);
  expect((await place.holders()).slice(-2)).toEqual([null, null]);

  const id = await place.lastId();
  await place.owner.call('tickets/assign', { ids: [id], assignee_id: first });
  await place.owner.call('tickets/assign', { ids: [id], assignee_id: null });
  await drainQueues(there.db, 0);
  expect((await place.holders()).slice(-2)).toEqual([null, other]);

  await there.db.transaction('system', (tx) =>
    tx.run(sql`update archived_assignees set added = now() - interval '15 days' where company_id = ${place.companyId}`),
  );
  await drainQueues(there.db, 0);
  expect((await place.holders()).at(-2)).not.toBeNull();
});

test('what somebody here gives to another team, or to a person who leaves, waits for nobody else; taken back, it does again', async () => {
  const lida = await aMember(here, shop, 1, 'Lida');
  const { ticketId: one } = await aTicket(here, shop);
  const { ticketId: two } = await aTicket(here, shop);
  await shop.owner.call('tickets/assign', { ids: [one, two], assignee_id: lida.id });
  const place = await movedToASharingTeam(await anArchive());
  const free = await place.joinsWith('free@members.test', place.teamId);
  const [{ id: returns } = { id: 0 }] = await there.db.transaction('system', (tx) =>
    tx.rows<{ id: number }>(
      sql`insert into teams (company_id, name, routing) values (${place.companyId}, 'Returns', 'round_robin') returning id`,
    ),
  );
  await there.db.transaction('system', (tx) =>
    tx.run(
      sql`insert into team_members (company_id, team_id, user_id) values (${place.companyId}, ${returns}, ${free})`,
    ),
  );
  await keepPresences(there.db, crypto.randomUUID(), [free], 600);
  const last = (await place.lastId()) ?? 0;
  await place.owner.call('tickets/assign', { ids: [last], team_id: returns });
  const back = await place.owner.call('tickets/put-back', { ids: [last], left: 'assigned' });
  expect(back.status, back.text).toBe(200);
  await drainQueues(there.db, 0);
  expect((await place.holders()).slice(-2)).toEqual([null, null]);
  await place.owner.call('tickets/assign', { ids: [last], team_id: returns });
  await drainQueues(there.db, 0);
  expect((await place.holders()).slice(-2)).toEqual([null, free]);

  const leaver = await place.joinsWith('leaver@members.test');
  const before = await place.lastId(1);
  await place.owner.call('tickets/assign', { ids: [before], assignee_id: leaver });
  const left = await place.owner.call('users/remove', { id: leaver, company_id: place.companyId, hand_to: null });
  expect(left.status, left.text).toBe(200);
  await drainQueues(there.db, 0);
  expect((await place.holders()).slice(-2)).toEqual([free, free]);
});

test('whose role sees no tickets here is given none back: they wait for whoever does', async () => {
  const vira = await aMember(here, shop, 1, 'Vira');
  const { ticketId } = await aTicket(here, shop);
  await shop.owner.call('tickets/assign', { ids: [ticketId], assignee_id: vira.id });
  const place = await movedToASharingTeam(await anArchive());
  await there.db.transaction('system', (tx) =>
    tx.run(
      sql`insert into company_privileges (company_id, role_name, privilege, value) values (${place.companyId}, 'agent', 'tickets.get', 0)`,
    ),
  );
  await place.joinsWith(vira.email, place.teamId);
  expect((await place.holders()).at(-1)).toBeNull();

  const { id: boss } = await aPerson(there, 'Boss', 'boss@members.test');
  await joins(there, boss, place.companyId, 3);
  await there.db.transaction('system', (tx) =>
    tx.run(
      sql`insert into team_members (company_id, team_id, user_id) values (${place.companyId}, ${place.teamId}, ${boss})`,
    ),
  );
  await keepPresences(there.db, crypto.randomUUID(), [boss], 600);
  await drainQueues(there.db, 0);
  expect((await place.holders()).at(-1)).toBe(boss);
});

test('lines of a thread lead to the tickets and side conversations of this place, and name nobody of the old one', async () => {
  const { ticketId } = await aTicket(here, shop);
  const lines: [string, Record<string, unknown> | null][] = [
    ['follows', { ticket_id: ticketId, number: 'LO-9' }],
    ['followed_by', { ticket_id: 1_000_000, number: 'LO-8' }],
    ['linked', { id: shop.ticketId, number: 'LO-1' }],
    ['side_begun', { side_id: shop.sideId, with: 'Carrier', subject: 'Where?' }],
    ['woke_by_time', { reason: 'Later', user_id: shop.ownerId }],
    ['woke_by_time', { reason: 'Sooner', user_id: shop.memberId }],
    ['resolved', { answer: shop.messageId }],
    ['reopened', null],
  ];
  await here.db.transaction('system', async (tx) => {
    for (const [key, values] of lines)
      await tx.run(
        sql`insert into messages (company_id, ticket_id, origin_ticket_id, kind, direction, channel, author_kind, event_key, event_values)
            values (${shop.companyId}, ${ticketId}, ${ticketId}, 'event', 2, 'mail', 'system', ${key}, ${values && JSON.stringify(values)}::jsonb)`,
      );
  });
  const companyId = await emptyCompany();
  // Ids of this place are others.
  await moveIn(await emptyCompany());
  await moveIn(companyId, await anArchive());
  const [home] = await there.db.read<{ last: number; first: number; side: number }>(
    'system',
    sql`select max(id) as last, min(id) as first, (select id from side_conversations where company_id = ${companyId}) as side
        from tickets where company_id = ${companyId} and merged_into_id is null`,
  );
  const told = await there.db.read<{ event_values: unknown }>(
    'system',
    sql`select event_values from messages where company_id = ${companyId} and ticket_id = ${home?.last} and kind = 'event' order by id`,
  );
  expect(told.map((one) => one.event_values)).toEqual([
    { ticket_id: home?.last, number: 'LO-9' },
    { number: 'LO-8' },
    { id: home?.first, number: 'LO-1' },
    { side_id: home?.side, with: 'Carrier', subject: 'Where?' },
    { reason: 'Later', user_id: importer.userId },
    { reason: 'Sooner', user_id: null },
    {},
    null,
  ]);
});

/** The end of a ZIP64 file, which says how many there are and holds none (APPNOTE 4.3.14 to 4.3.16). */
function claimsEntries(count: number): Buffer {
  const bytes = Buffer.alloc(56 + 20 + 22);
  bytes.writeUInt32LE(0x06064b50, 0);
  bytes.writeBigUInt64LE(44n, 4);
  for (const at of [24, 32]) bytes.writeBigUInt64LE(BigInt(count), at);
  bytes.writeUInt32LE(0x07064b50, 56);
  bytes.writeUInt32LE(1, 56 + 16);
  bytes.writeUInt32LE(0x06054b50, 76);
  for (const at of [8, 10]) bytes.writeUInt16LE(0xffff, 76 + at);
  for (const at of [12, 16]) bytes.writeUInt32LE(0xffffffff, 76 + at);
  return bytes;
}

describe('an archive that somebody has written by hand', () => {
  const changed = async (name: string, change: (text: string) => string | null) => {
    const entries = await unzip(archive);
    const made = change(entries.get(name)?.toString('utf8') ?? '');
    if (made === null) entries.delete(name);
    else entries.set(name, Buffer.from(made));
    return zipped(entries);
  };
  const rowsWith = (table: string, change: (row: Record<string, unknown>) => unknown) =>
    changed(`data/${table}.ndjson`, (text) =>
      text
        .split('\n')
        .map((line) => (line ? JSON.stringify(change(JSON.parse(line))) : ''))
        .join('\n'),
    );

  /** As its directory says of its files: by name, the 46 bytes that are there before it (APPNOTE 4.3.12). */
  const directory = async (change: (heads: ReadonlyMap<string, Buffer>) => void): Promise<Buffer> => {
    const entries = await unzip(archive);
    const bytes = await zipped(
      new Map([...entries, ['attachments/1', Buffer.from('a')], ['attachments/2', Buffer.from('b')]]),
    );
    const heads = new Map<string, Buffer>();
    for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 46)) {
      const head = bytes.subarray(at, at + 46);
      heads.set(bytes.subarray(at + 46, at + 46 + head.readUInt16LE(28)).toString(), head);
    }
    change(heads);
    return bytes;
  };

  test.each<[string, () => Promise<Buffer>, string]>([
    [
      'A38 has two files in one place',
      () => directory((heads) => heads.get('attachments/1')?.copy(heads.get('attachments/2') ?? Buffer.alloc(46))),
      'archive_unreadable',
    ],
    [
      'A38 becomes far more than what was uploaded',
      () => directory((heads) => heads.get('attachments/1')?.writeUInt32LE(0xfffffff0, 24)),
      'archive_unreadable',
    ],
    [
      'A37 says more of its files than fits into memory',
      async () => zipped(await unzip(archive), { fileComment: 'x'.repeat(300) }),
      'archive_unreadable',
    ],
    ['is no ZIP', async () => Buffer.from('hello'), 'archive_unreadable'],
    ['claims to hold more files than fit into memory', async () => claimsEntries(600_000), 'limit_reached'],
    ['is cut off', async () => archive.subarray(0, archive.byteLength - 100), 'archive_unreadable'],
    ['has no manifest', () => changed('manifest.json', () => null), 'archive_unreadable'],
    [
      'says of its company where it is found in more than a line',
      () => changed('manifest.json', (text) => text.replace(/"url": [^,]*/, '"url": "https://a.test\\nb"')),
      'archive_broken',
    ],
    [
      'says that nobody can read from where its company may be reached',
      () => changed('manifest.json', (text) => text.replace('"subnets": ""', '"subnets": "10.0.0.0/99"')),
      'archive_broken',
    ],
    ['has a manifest of something else', () => changed('manifest.json', () => '{}'), 'archive_broken'],
    [
      'is of a later version',
      () => changed('manifest.json', (text) => text.replace(/"version": \d+/, '"version": 9')),
      'archive_newer',
    ],
    [
      'is of a later version that tells more',
      () => changed('manifest.json', (text) => text.replace(/"version": \d+/, '"version": 9, "told_later": 1')),
      'archive_newer',
    ],
    ['has a line that is no JSON', () => changed('data/tags.ndjson', () => '{"id":\n'), 'archive_broken'],
    ['has a line that is no row', () => changed('data/tags.ndjson', () => '[1]\n'), 'archive_broken'],
    [
      'has one endless line',
      () => changed('data/tags.ndjson', () => `{"id": "${'x'.repeat(20_000_000)}"}`),
      'archive_broken',
    ],
    [
      'has a column that there is not',
      () => rowsWith('tags', (row) => ({ ...row, 'name" = 1; --': 1 })),
      'archive_broken',
    ],
    ['says whose company it is', () => rowsWith('tags', (row) => ({ ...row, company_id: 1 })), 'archive_broken'],
    ['brings a lease', () => rowsWith('channel_accounts', (row) => ({ ...row, lease_owner: 'me' })), 'archive_broken'],
    ['brings a password', () => rowsWith('mailboxes', (row) => ({ ...row, imap_password: 'x' })), 'archive_broken'],
    [
      'names where a file lies',
      () => rowsWith('attachments', (row) => ({ ...row, file_key: 'company-1/uploads/x' })),
      'archive_broken',
    ],
    [
      'refers to what it does not hold',
      () => rowsWith('tickets', (row) => ({ ...row, customer_id: 1_000_000 })),
      'archive_broken',
    ],
    ['has a value of another kind', () => rowsWith('tickets', (row) => ({ ...row, number: 'many' })), 'archive_broken'],
    ['has a number beyond all', () => rowsWith('tickets', (row) => ({ ...row, id: 1e300 })), 'archive_broken'],
    [
      'lets a ticket wait since for ever, which nobody could wake',
      () => rowsWith('tickets', (row) => ({ ...row, waiting_since: 'infinity' })),
      'archive_broken',
    ],
    [
      'names nobody as whom a letter went to, which would hold up the words of everybody',
      () => rowsWith('messages', (row) => ({ ...row, to_list: [{}] })),
      'archive_broken',
    ],
    [
      'has a calendar of a time zone that there is not',
      () =>
        changed('data/calendars.ndjson', () =>
          JSON.stringify({ id: 1, name: 'Nowhere', time_zone: 'Mars/North', week: {}, holidays: [] }),
        ),
      'archive_broken',
    ],
    [
      'has a customer of a time zone that there is not',
      () => rowsWith('customers', (row) => ({ ...row, time_zone: 'Mars/Olympus' })),
      'archive_broken',
    ],
    [
      'leads from its tickets to a program instead of a page',
      () => rowsWith('links', (row) => ({ ...row, url: 'javascript:alert(document.domain)' })),
      'archive_broken',
    ],
    [
      'leads to a server that no address is',
      () => rowsWith('links', (row) => ({ ...row, url: 'https://shop.example:99999/' })),
      'archive_broken',
    ],
    [
      'has a name as long as a book',
      () => rowsWith('customers', (row) => ({ ...row, first_name: 'x '.repeat(500_000) })),
      'archive_broken',
    ],
    [
      'names millions of nobodies as whom a letter went to, each of which would be told of',
      () => rowsWith('messages', (row) => ({ ...row, to_list: Array(1_000_000).fill(1) })),
      'archive_broken',
    ],
    ['has a zero byte', () => rowsWith('customers', (row) => ({ ...row, first_name: '\0' })), 'archive_broken'],
    ['has the same row twice', () => changed('data/tags.ndjson', (text) => text + text), 'archive_broken'],
  ])('%s: it is refused by name', async (_what, make, key) => {
    const companyId = await emptyCompany();
    await expect(make().then((bytes) => moveIn(companyId, bytes))).rejects.toMatchObject({ key });
  });

  test('A38 takes no file twice, and what was written before it is refused goes with the next housekeeping', async () => {
    const companyId = await emptyCompany();
    const twice = await changed('data/attachments.ndjson', (text) => text + text);
    await expect(moveIn(companyId, twice)).rejects.toMatchObject({
      key: 'archive_broken',
      values: { where: expect.stringMatching(/^attachments/) },
    });
    const folder = `company-${companyId}/uploads`;
    const written = (await readdir(`${there.folder}/files/${folder}`)).map((name) => `${folder}/${name}`);
    expect(written.length).toBeGreaterThan(0);
    const noted = await there.db.read<{ file_key: string }>(
      'system',
      sql`select file_key from stray_files where company_id = ${companyId}`,
    );
    expect(noted.map((one) => one.file_key)).toEqual(expect.arrayContaining(written));

    const whole = await emptyCompany();
    await moveIn(whole);
    const both = sql`select 1 from stray_files s join attachments a on a.file_key = s.file_key where a.company_id = ${whole}`;
    expect(await there.db.read('system', both)).toEqual([]);
  });

  test('A38 keeps no letter of a batch of mails that is refused, nor a note of one that came in', async () => {
    const doomed = (id: number) =>
      there.db.read<{ file_key: string; is_due: boolean }>(
        'system',
        sql`select file_key, due_at <= now() as is_due from doomed_bytes where company_id = ${id}`,
      );
    const companyId = await emptyCompany();
    const twice = await changed('data/inbound_mails.ndjson', (text) => text + text);
    await expect(moveIn(companyId, twice)).rejects.toMatchObject({
      key: 'archive_broken',
      values: { where: expect.stringMatching(/^mails/) },
    });
    const folder = `company-${companyId}/mail`;
    const lying = async () =>
      (await readdir(`${there.folder}/files/${folder}`, { recursive: true }))
        .filter((name) => name.endsWith('.eml'))
        .map((name) => `${folder}/${name}`);
    const written = await lying();
    expect(written.length).toBeGreaterThan(0);
    const noted = await doomed(companyId);
    expect(noted.map((one) => one.file_key)).toEqual(expect.arrayContaining(written));
    // Not while the batch may still be written.
    expect(noted.filter((one) => one.is_due)).toEqual([]);
    const long = new Date(Date.now() - 3_600_000);
    for (const key of written) await utimes(`${there.folder}/files/${key}`, long, long);
    await there.db.transaction('system', (tx) => tx.run(sql`update doomed_bytes set due_at = now()`));
    await destroyDoomed(there.db, filesOf(there));
    expect(await lying()).toEqual([]);

    const whole = await emptyCompany();
    await moveIn(whole);
    expect(await doomed(whole)).toEqual([]);
  });

  test('holds mails that were not read yet: they are kept with the reason, and no worker takes them', async () => {
    const companyId = await emptyCompany();
    const unread = { outcome: 'waiting', reason_key: null, reason: null, ticket_id: null, message_id: null };
    await moveIn(companyId, await rowsWith('inbound_mails', (row) => ({ ...row, ...unread })));
    const mails = await there.db.read<{ outcome: string; reason_key: string; has_reason: boolean; has_raw: boolean }>(
      'system',
      sql`select distinct outcome, reason_key, reason is not null as has_reason, raw_key is not null as has_raw from inbound_mails where company_id = ${companyId}`,
    );
    expect(mails).toEqual([{ outcome: 'kept', reason_key: 'left_behind', has_reason: true, has_raw: true }]);
  });

  test('with long rows it is looked at row by row, and taken in as many batches as fit into memory', async () => {
    const name = 'data/tags.ndjson';
    const strange = await changed(name, (text) => {
      const tag = JSON.parse(text.split('\n')[0] ?? '');
      return `${JSON.stringify({ ...tag, name: 'x'.repeat(30_000) })}\n${'no JSON\n'.repeat(3)}`;
    });
    await expect(moveIn(await emptyCompany(), strange)).rejects.toMatchObject({ values: { where: `${name}:1: name` } });

    const long = await rowsWith('messages', (row) => ({ ...row, body_text: 'x '.repeat(1_500_000) }));
    const found = await opened(long);
    let messages = 0;
    for await (const _row of found.rows('data/messages.ndjson')) messages++;
    expect(messages).toBeGreaterThan(3);
    const batchesOf = async (bytes: Buffer) => {
      let batches = 0;
      await moveIn(await emptyCompany(), bytes, async () => {
        batches++;
      });
      return batches;
    };
    expect(await batchesOf(long)).toBeGreaterThanOrEqual((await batchesOf(archive)) + Math.floor(messages / 2) - 1);
  });

  const evil = '<p>Hi<script>alert(1)</script><img src=x onerror=alert(1)></p>';
  const evilWords: Record<string, unknown> = {
    texts: { en: evil },
    auto_reply_texts: { en: { subject: 'Re', html: evil } },
  };
  const withHtml = archived.flatMap(({ table, html = [] }) => html.map((name) => [table, name] as const));
  test.each(withHtml)('A26 brings a script in %s.%s: it is cleaned like one that came by mail', async (table, name) => {
    const companyId = await emptyCompany();
    const bytes = await rowsWith(table, (row) => ({ ...row, [name]: evilWords[name] ?? evil }));
    await moveIn(companyId, bytes);
    const found = await there.db.read<{ text: string }>(
      'system',
      sql`select ${sql.unsafe(name)}::text as text from ${sql.unsafe(table)} where company_id = ${companyId}`,
    );
    expect(found.length).toBeGreaterThan(0);
    for (const { text } of found) {
      expect(text).toContain('Hi');
      expect(text).not.toMatch(/script|onerror/);
    }
  });

  test('A26 every column that is called HTML is known for it', async () => {
    const found = await here.db.read<{ table: string; name: string }>(
      'system',
      sql`select table_name::text as table, column_name::text as name from information_schema.columns
          where table_schema = current_schema() and (column_name like '%html' or column_name = 'signature')`,
    );
    const brought = found.filter(({ table }) => archived.some((one) => one.table === table && !one.isRecord));
    const known = withHtml.map((one) => one.join('.'));
    const unknown = brought.map(({ table, name }) => `${table}.${name}`).filter((one) => !known.includes(one));
    // A mailbox signs in plain text.
    expect(unknown).toEqual(['mailboxes.signature']);
  });

  test('A1 cannot reach into another company, whichever ids it names', async () => {
    const victim = await emptyCompany();
    await moveIn(victim);
    const before = await everythingOf(there, victim);
    const [theirs] = await there.db.read<{ id: number }>(
      'system',
      sql`select id from products where company_id = ${victim}`,
    );
    const companyId = await emptyCompany();
    const bytes = await rowsWith('tickets', (row) => ({ ...row, product_id: theirs?.id }));
    await expect(moveIn(companyId, bytes)).rejects.toMatchObject({ key: 'archive_broken' });
    expect(await everythingOf(there, victim)).toBe(before);
  });
});

test('F1 A54 over the API: asked for with the password, written and put back by workers, told in the trail', async () => {
  const { api: owner, id: ownerId } = await aPerson(there, 'Olena', 'olena@another.test');
  const { companyId, productId } = await aCompany(owner, 'Lumen & Oak');
  await owner.post('quidgets/create', {
    data: [{ company_id: companyId, product_id: productId, name: 'Shop chat', title: 'Lumen & Oak' }],
  });
  await owner.post('links/create', {
    data: [
      {
        ...{ company_id: companyId, name: 'Orders', product_ids: [productId], url: 'https://orders.test/' },
        ...{ is_signed: 1, secret: 's'.repeat(40) },
      },
    ],
  });
  const { id: ivan } = await aPerson(there, 'Ivan', 'ivan@another.test');
  await joins(there, ivan, companyId, 2);
  const team = await owner.post('teams/create', { data: [{ company_id: companyId, name: 'Returns' }] });
  await owner.call('users/change-access', {
    ...{ id: ivan, company_id: companyId, scope: 'own', team_ids: [rowId(team, 'teams')] },
  });
  const template = await owner.post('templates/create', {
    data: [{ company_id: companyId, name: 'Hello', texts: { en: '<p>Hi</p>' }, visibility: 'company' }],
  });
  const templateId = rowId(template, 'templates');
  const founded = await owner.post('companies/create', { data: [{ company_name: 'New place', case_prefix: 'NP' }] });
  const newId = rowId(founded, 'companies');
  const worker = runJobs({
    ...there,
    files: filesOf(there),
    log: createLog('silent'),
    kinds: everyKind(there),
    undo: { 'company-import': undoImport },
  });
  const ends = (id: number) =>
    waitUntil(async () => {
      const { job } = (await owner.call('jobs/get', { id })).body.data;
      return job.ended && job;
    });
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#0b6b60' } })
    .png()
    .toBuffer();
  const chosen = new FormData();
  chosen.append('file', new Blob([new Uint8Array(picture)]), 'logo.png');
  const { logo } = (await owner.request(`companies/${companyId}/logo`, { method: 'POST', body: chosen })).body.data;
  await owner.post('companies/update', {
    data: {
      ...{ logo, url: 'https://lumenoak.test', push_preview: 0 },
      ...{ restrict_remote_access: 1, ipsList: '127.0.0.1\n::1', subnets: '10.0.0.0/8' },
    },
    ...byId(companyId),
  });
  await there.db.transaction('system', (tx) =>
    tx.run(
      sql`insert into attachments (company_id, template_id, name, content_type, size, sha256, file_key)
          values (${companyId}, ${templateId}, 'gone.png', 'image/png', 1, ${Buffer.alloc(32)}, 'company-0/uploads/gone')`,
    ),
  );
  const asked = { company_id: companyId, request_id: crypto.randomUUID() };
  expect((await owner.call('companies/export', asked)).body.errors?.[0]?.key).toBe('password_needed');
  await owner.call('auth/confirm-password', { password });
  const { job_id } = (await owner.call('companies/export', asked)).body.data;
  expect(await ends(job_id)).toMatchObject({
    state: 'done',
    file: { name: expect.stringMatching(/^Lumen-Oak-.*zip$/) },
    summary: { missing: 1 },
  });
  expect((await owner.get(`jobs/${job_id}/file`)).headers.get('content-type')).toBe('application/zip');
  expect((await owner.call('jobs/begin-download', { id: job_id })).status).toBe(200);
  // Who finds the desk unlocked later fetches it no easier than they could ask for it.
  await there.db.transaction('system', (tx) => tx.run(sql`update sessions set password_confirmed_at = null`));
  for (const answer of [
    await owner.get(`jobs/${job_id}/file`),
    await owner.call('jobs/begin-download', { id: job_id }),
  ]) {
    const { status, text } = answer;
    expect([status, JSON.parse(text).errors?.[0]?.key]).toEqual([403, 'password_needed']);
  }
  await owner.call('auth/confirm-password', { password });
  const parts = await there.db.read<{ file_key: string }>(
    'system',
    sql`select file_key from job_parts where job_id = ${job_id} order by place`,
  );
  const bytes = Buffer.concat(await Promise.all(parts.map((part) => filesOf(there).get(part.file_key))));

  const sent = async (id: number, content: Buffer) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)]), 'Lumen\u202e.zip');
    return owner.request(`companies/${id}/import`, { method: 'POST', body: form });
  };
  expect((await sent(companyId, bytes)).body.errors?.[0]?.key).toBe('company_not_empty');
  for (const none of ['', 'PK', 'begin:vcalendar'])
    expect(problem(await sent(newId, Buffer.from(none))), none).toEqual([422, 'archive_unreadable', 'file']);
  const before = await everythingOf(there, newId);
  const broken = await sent(newId, bytes.subarray(0, bytes.byteLength - 30));
  expect(await ends(broken.body.data.job_id)).toMatchObject({
    ...{ state: 'failed', error: 'archive_unreadable', summary: { file: 'Lumen.zip' } },
  });
  const tables = (text: string) =>
    text.split('\n').filter((row) => !/^(events|jobs|labels|stray_files|ticket_counts): /.test(row));
  expect(tables(await everythingOf(there, newId))).toEqual(tables(before));

  const good = await sent(newId, bytes);
  expect(await ends(good.body.data.job_id)).toMatchObject({
    state: 'done',
    summary: {
      ...{ file: 'Lumen.zip', counts: { products: 1 }, missing: 1, was_restricted: true },
      rest: { mailboxes: 1, integrations: 0, quidgets: 1, links: 1 },
      ...{ people: [{ name: 'Ivan', role: 'supervisor', scope: 'own', teams: ['Returns'] }], people_total: 1 },
    },
  });
  await worker.stop();
  const products = await owner.post('products/get', { filter: { conditions: [['company_id', '=', newId]] } });
  expect(products.body.data.products.map((one: { name: string }) => one.name)).toEqual(['Shop']);
  const [moved] = rows(await owner.post('companies/get', byId(newId)), 'companies');
  expect(moved).toMatchObject({ url: 'https://lumenoak.test', push_preview: 0 });
  expect(moved).toMatchObject({ restrict_remote_access: 0, ipsList: '127.0.0.1\n::1', subnets: '10.0.0.0/8' });
  expect(moved.logo).toMatch(/^logos\//);
  expect(moved.logo).not.toBe(logo);
  const shown = await fetch(`${there.listening}/v1/api/${moved.logo}?size=256`, { headers: { cookie: owner.cookie } });
  expect(shown.headers.get('content-type')).toBe('image/webp');
  const told = await there.db.read<{ action: string }>(
    'system',
    sql`select action from events where company_id in (${companyId}, ${newId}) and actor_id = ${ownerId} and entity = 'companies'`,
  );
  expect(told.map((one) => one.action)).toEqual(expect.arrayContaining(['exported', 'imported']));
  const left = await there.db.read('system', sql`select file_key from stray_files where file_key like '%/archives/%'`);
  expect(left).toEqual([]);
});

test('A38 whoever goes on working in the company before the import begins keeps what they made', async () => {
  const { api: owner } = await aPerson(there, 'Marta', 'marta@another.test');
  const founded = await owner.post('companies/create', { data: [{ company_name: 'Busy place', case_prefix: 'BP' }] });
  const companyId = rowId(founded, 'companies');
  await owner.call('auth/confirm-password', { password });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(archive)]), 'export.zip');
  const { job_id } = (await owner.request(`companies/${companyId}/import`, { method: 'POST', body: form })).body.data;
  await owner.post('products/create', { data: [{ name: 'Made meanwhile', company_id: companyId }] });
  const worker = runJobs({
    ...there,
    files: filesOf(there),
    log: createLog('silent'),
    kinds: everyKind(there),
    undo: { 'company-import': undoImport },
  });
  const ended = await waitUntil(async () => {
    const { job } = (await owner.call('jobs/get', { id: job_id })).body.data;
    return job.ended && job;
  });
  await worker.stop();
  expect(ended).toMatchObject({ state: 'failed', error: 'company_not_empty' });
  const products = await owner.post('products/get', {});
  expect(products.body.data.products.map((one: { name: string }) => one.name)).toEqual(['Made meanwhile']);
});

test('F1 cancelled while its worker is dead, an import leaves the company empty; so does one that fails for good', async () => {
  const { api: owner } = await aPerson(there, 'Ihor', 'ihor@another.test');
  await owner.call('auth/confirm-password', { password });
  for (const end of ['cancelled', 'failed'] as const) {
    const founded = await owner.post('companies/create', { data: [{ company_name: 'Half', case_prefix: 'HA' }] });
    const companyId = rowId(founded, 'companies');
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(archive)]), 'export.zip');
    const { job_id } = (await owner.request(`companies/${companyId}/import`, { method: 'POST', body: form })).body.data;
    // A worker that got half way, and then failed for a reason that is nobody's word.
    const dies: JobRun = async (job) => {
      await job.commit({ done: 1, checkpoint: { begun: true } });
      await moveIn(companyId);
      throw new Error('killed');
    };
    const kinds = { ...everyKind(there), 'company-import': dies };
    const work = { ...there, files: filesOf(there), log: createLog('silent'), undo: { 'company-import': undoImport } };
    await there.db.transaction('system', (tx) => tx.run(sql`delete from labels where company_id = ${companyId}`));
    const first = runJobs({ ...work, kinds });
    const isWaiting = () =>
      owner
        .call('jobs/get', { id: job_id })
        .then((one) => one.body.data.job.state === 'waiting' && one.body.data.job.started);
    await waitUntil(isWaiting);
    await first.stop();
    const tickets = () => there.db.read('system', sql`select id from tickets where company_id = ${companyId}`);
    expect(await tickets()).not.toEqual([]);
    if (end === 'cancelled') await owner.call('jobs/cancel', { id: job_id });
    else
      await there.db.transaction('system', (tx) =>
        tx.run(sql`update jobs set attempts = 5, due_at = now() where id = ${job_id}`),
      );
    const second = runJobs({ ...work, kinds });
    await waitUntil(async () => (await owner.call('jobs/get', { id: job_id })).body.data.job.state === end);
    await second.stop();
    expect(await tickets()).toEqual([]);
    expect(
      await there.db.read(
        'system',
        sql`select file_key from stray_files where file_key like ${`company-${companyId}/archives/%`}`,
      ),
    ).toEqual([]);
  }
});

const everyKind = ({ secrets }: TestParley) =>
  Object.fromEntries(
    jobKinds.map((kind) => [kind, kind === 'company-export' ? exportCompany : importCompany(secrets)]),
  ) as Record<JobKind, JobRun>;

const anArchive = () =>
  buffer(writeArchive({ db: here.db, files: filesOf(here), companyId: shop.companyId, onProgress: async () => {} }));

/** All rows that move, with ids told as the place of the row in its table: equal at both places. */
async function likenessOf(
  at: TestParley,
  companyId: number,
  { isToBeMoved = false } = {},
): Promise<Record<string, unknown[]>> {
  const all = new Map<string, Record<string, unknown>[]>();
  for (const { table, key, only } of archived) {
    const order = (key ?? ['id']).map((name) => `"${name}"`).join(', ');
    const rows = await at.db.read<{ row: Record<string, unknown> }>(
      'system',
      sql`select to_jsonb(t) as row from ${sql.unsafe(table)} t where company_id = ${companyId} and ${sql.unsafe(only ?? 'true')} order by ${sql.unsafe(order)}`,
    );
    all.set(
      table,
      rows.map(({ row }) => row),
    );
  }
  const placeOf = (table: string, id: unknown) => all.get(table)?.findIndex((row) => row.id === id);
  const alike = archived
    .filter((one) => !one.isRecord)
    .map((one) => {
      const rows = (all.get(one.table) ?? []).map((row) => {
        const like: Record<string, unknown> = { ...row };
        for (const [name, table] of Object.entries({
          ...one.ids,
          ...one.lateIds,
          ...(one.key ? {} : { id: one.table }),
        }))
          if (like[name] !== null && name !== 'id') like[name] = placeOf(table, row[name]);
        for (const name of [
          'id',
          'company_id',
          'search_text',
          ...Object.keys(one.people ?? {}),
          ...(one.leftOut ?? []),
        ])
          delete like[name];
        if (!isToBeMoved) return like;
        const moved = one.putBack?.(like) ?? like;
        for (const name of one.leftOut ?? []) delete moved[name];
        return moved;
      });
      return [one.table, rows];
    });
  return Object.fromEntries(alike);
}

async function bytesOf(at: TestParley, companyId: number): Promise<Buffer[]> {
  const keys = await at.db.read<{ key: string }>(
    'system',
    sql`select raw_key as key from inbound_mails where company_id = ${companyId} and raw_offset is null
        union all select file_key from attachments where company_id = ${companyId}`,
  );
  expect(keys.length).toBeGreaterThan(1);
  return Promise.all(keys.map(({ key }) => filesOf(at).get(key)));
}

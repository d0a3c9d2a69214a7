import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JobKind, jobKinds } from '#contract/jobs.ts';
import { destroyDoomed } from '#domain/stored-files/index.ts';
import { partsOfMessage, partsOfTicket, purgeDue } from '#domain/tickets/index.ts';
import type { JobRun } from '#flows/jobs/job-at-work.ts';
import { runJobs } from '#flows/jobs/run-jobs.ts';
import { emptyTrash } from '#flows/purging/empty-trash.ts';
import { filesInFolder } from '#platform/files.ts';
import { createLog } from '#platform/log.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aTicket } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import { dumpOf } from './everything-of.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins } from './people.ts';
import { tellTrail } from './tell-trail.ts';

let at: TestParley;
let olena: ApiClient;
let shop: Company;
beforeAll(async () => {
  at = await aParley();
  olena = (await aPerson(at, 'Olena', 'olena@lumenoak.test')).api;
  shop = await aCompany(olena, 'Lumen & Oak', 'LO');
});
afterAll(() => at?.close());

const files = () => filesInFolder(`${at.folder}/files`);
const byId = (...ids: number[]) => ({ filter: { conditions: [['id', 'in', ids]] } });
const trash = async (...ids: number[]) => expect((await olena.post('tickets/delete', byId(...ids))).status).toBe(200);
const ago = (id: number, days: number) =>
  at.db.transaction('system', (tx) =>
    tx.run(sql`update tickets set deleted_at = now() - make_interval(days => ${days}) where id = ${id}`),
  );
const standing = async (...ids: number[]): Promise<number[]> =>
  (
    await at.db.read<{ id: number }>(
      'system',
      sql`select id from tickets where id = any (${ids}::bigint[]) order by id`,
    )
  ).map((row) => row.id);
const looks = () => at.db.transaction('system', purgeDue);

/** Every file, as if it had lain there for a while. */
const ageFiles = () => {
  for (const file of allFiles()) fs.utimesSync(file, new Date(0), new Date(0));
};
const allFiles = () =>
  fs
    .readdirSync(`${at.folder}/files`, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => `${one.parentPath}/${one.name}`);
const isInFiles = (word: string) => allFiles().some((file) => fs.readFileSync(file).includes(word));

test('a table that names a ticket or a message is decided: it goes along, or is kept for a reason', async () => {
  const named = (table: string, columns: RegExp) =>
    at.db.read<{ name: string }>(
      'system',
      sql`select distinct r.relname as name from pg_constraint c join pg_class r on r.oid = c.conrelid where c.contype = 'f' and c.confrelid = ${table}::regclass
          union select c.table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
          where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.data_type in ('bigint', 'ARRAY') and c.column_name ~ ${columns.source} order by 1`,
    );
  const tickets = await named('tickets', /(^|_)tickets?_ids?$|^survivor_id$|^looks_like_id$/);
  expect(tickets.map((one) => one.name)).toEqual(Object.keys(partsOfTicket).sort());
  const messages = await named('messages', /(^|_)messages?(_ids?)?$|^in_reply_to$/);
  expect(messages.map((one) => one.name)).toEqual(Object.keys(partsOfMessage).sort());
});

describe('thirty days in the trash', () => {
  test('A ticket goes with everything that hangs on it; what others share stays', async () => {
    const picture = { name: 'walnut.png', type: 'image/png', bytes: Buffer.from('bytes of Zebrano alone') };
    const shared = {
      name: 'logo.png',
      type: 'image/png',
      bytes: Buffer.from('bytes of a logo that all letters carry'),
    };
    const gone = await aTicket(at, shop, {
      subject: 'Zebrano subject',
      text: 'Zebrano text',
      attachments: [picture, shared],
    });
    const joined = await aTicket(at, shop, { subject: 'Zebrano too', text: 'Zebrano again' });
    const kept = await aTicket(at, shop, { subject: 'Oak', text: 'Oak', attachments: [shared] });
    const later = await aTicket(at, shop, { subject: 'Ash', text: 'Ash' });
    expect(
      (
        await olena.call('tickets/note', {
          ticket_id: gone.ticketId,
          client_id: randomUUID(),
          body_html: '<p>Zebrano note</p>',
        })
      ).status,
    ).toBe(200);
    await olena.call('tickets/snooze', {
      ids: [gone.ticketId],
      until: '2030-01-01 10:00:00',
      reason: 'Zebrano is rare',
      wake_on_reply: 1,
    });
    await olena.call('drafts/save', {
      ticket_id: gone.ticketId,
      kind: 'note',
      body_html: '<p>Zebrano draft</p>',
      version: 0,
    });
    await olena.call('tickets/link', { ticket_id: gone.ticketId, other_id: kept.ticketId, kind: 'related' });
    await olena.call('tickets/merge', { survivor_id: gone.ticketId, ids: [joined.ticketId] });
    await trash(gone.ticketId, later.ticketId);
    await ago(gone.ticketId, 31);
    await ago(later.ticketId, 29);
    await tellTrail(at);
    const counted = async () => (await olena.call('tickets/counters', {})).body.data.views.trash;
    expect(await counted()).toBe(2);

    expect(await looks()).toBe(1);
    expect(await looks()).toBe(0);
    expect(await standing(gone.ticketId, joined.ticketId, kept.ticketId, later.ticketId)).toEqual([
      kept.ticketId,
      later.ticketId,
    ]);
    expect(await counted()).toBe(1);
    ageFiles();
    await destroyDoomed(at.db, files());
    await tellTrail(at);
    expect(await dumpOf(at)).not.toContain('Zebrano');
    expect(isInFiles('Zebrano')).toBe(false);
    expect(isInFiles('a logo that all letters carry')).toBe(true);

    const { entries } = (
      await olena.call('audit/list', { company_id: shop.companyId, entity: 'tickets', entity_id: gone.ticketId })
    ).body.data;
    expect(entries.map((one: { action: string; actor_kind: string }) => [one.action, one.actor_kind])).toContainEqual([
      'deleted',
      'user',
    ]);
    expect((await olena.call('audit/verify', { company_id: shop.companyId })).body.data.broken).toBe(null);
    // The mail log still knows that something came, and the mailbox does not take it in again.
    const { body } = await mailLog(gone.inboundMailId);
    expect(body.data['inbound-mails'][0]).toMatchObject({
      outcome: 'new_ticket',
      reason_key: 'gone_for_good',
      ticket_id: null,
      subject: '',
      from: null,
    });
    // A number is never given again.
    const next = await aTicket(at, shop);
    const [numbers] = await at.db.read<{ n: number; next: number }>(
      'system',
      sql`select max(number) filter (where id <> ${next.ticketId}) as n, max(number) as next from tickets where company_id = ${shop.companyId}`,
    );
    expect(numbers?.next).toBe((numbers?.n ?? 0) + 1);
  });

  const mailLog = (id: number) =>
    olena.post('inbound-mails/get', {
      fields: ['id', 'outcome', 'reason_key', 'ticket_id', 'subject', 'from'],
      filter: { conditions: [['id', '=', id]] },
    });

  test('A hundred in several looks, by several processes at once, and none is held', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 45; i++) ids.push((await aTicket(at, shop, { subject: `Number ${i}` })).ticketId);
    await trash(...ids);
    for (const id of ids) await ago(id, 40);
    await at.db.transaction('system', async (tx) => {
      await tx.run(sql`select from tickets where id = ${ids[0]} for update`);
      await Promise.all([looks(), looks()]);
      await looks();
    });
    expect(await standing(...ids)).toEqual([ids[0]]);
    expect(await looks()).toBe(1);
    expect(await standing(...ids)).toEqual([]);
  });

  test('Mails that lie in one file: one is overwritten, the file goes with the last', async () => {
    const one = await aTicket(at, shop, { text: 'Wenge in the first' });
    const other = await aTicket(at, shop, { text: 'Padouk in the second' });
    const parts = [Buffer.from('raw Wenge mail'), Buffer.from('raw Padouk mail')];
    const key = `company-${shop.companyId}/mail/aa/pack.pack`;
    await files().put(key, Buffer.concat(parts));
    for (const [i, { inboundMailId }] of [one, other].entries())
      await at.db.transaction('system', (tx) =>
        tx.run(
          sql`update inbound_mails set raw_key = ${key}, raw_offset = ${i === 0 ? 0 : parts[0]?.length}, size = ${parts[i]?.length} where id = ${inboundMailId}`,
        ),
      );
    await trash(one.ticketId, other.ticketId);
    expect((await olena.call('tickets/purge', { ids: [one.ticketId] })).body.data).toEqual({ purged: 1 });
    await destroyDoomed(at.db, files());
    expect((await files().get(key)).toString()).toBe(`${'\0'.repeat(14)}raw Padouk mail`);
    await olena.call('tickets/purge', { ids: [other.ticketId] });
    await destroyDoomed(at.db, files());
    expect(await files().storedAt(key)).toBe(undefined);
  });

  test('A file that was stored this minute waits: somebody may be about to name it', async () => {
    const same = { name: 'a.png', type: 'image/png', bytes: Buffer.from('the same picture') };
    const first = await aTicket(at, shop, { attachments: [same] });
    await trash(first.ticketId);
    await olena.call('tickets/purge', { ids: [first.ticketId] });
    await destroyDoomed(at.db, files());
    expect(isInFiles('the same picture')).toBe(true);
    await aTicket(at, shop, { attachments: [same] });
    await at.db.transaction('system', (tx) => tx.run(sql`update doomed_bytes set due_at = now()`));
    ageFiles();
    await destroyDoomed(at.db, files());
    expect(isInFiles('the same picture')).toBe(true);
    expect(await at.db.read('system', sql`select from doomed_bytes`)).toEqual([]);
  });
});

describe('by hand', () => {
  test('What is picked goes at once; what is not in the trash does not, nor anything beside it', async () => {
    const one = await aTicket(at, shop);
    const other = await aTicket(at, shop);
    await trash(one.ticketId);
    const refused = await olena.call('tickets/purge', { ids: [one.ticketId, other.ticketId] });
    expect([refused.status, refused.body.errors?.[0]?.key]).toEqual([409, 'not_in_this_state']);
    expect(await standing(one.ticketId)).toEqual([one.ticketId]);
    const marko = await aPerson(at, 'Marko', 'marko@lumenoak.test');
    await joins(at, marko.id, shop.companyId, 2);
    expect((await marko.api.call('tickets/purge', { ids: [one.ticketId] })).status).toBe(403);
    const stranger = (await aPerson(at, 'Iryna', 'iryna@elsewhere.test')).api;
    expect((await stranger.call('tickets/purge', { ids: [one.ticketId] })).body.errors?.[0]?.key).toBe(
      'ticket_not_found',
    );
    expect((await olena.call('tickets/purge', { ids: [one.ticketId] })).body.data).toEqual({ purged: 1 });
    expect((await olena.call('tickets/purge', { ids: [one.ticketId] })).status).toBe(404);
  });

  test('Emptying the trash is a job: what came later stays, asked twice it is one', async () => {
    const before = [await aTicket(at, shop), await aTicket(at, shop)];
    await trash(...before.map((one) => one.ticketId));
    const request_id = randomUUID();
    const ask = () => olena.call('tickets/empty-trash', { request_id, company_id: shop.companyId });
    const asked = await ask();
    expect(asked.body.data.total).toBeGreaterThanOrEqual(2);
    expect((await ask()).body.data.job_id).toBe(asked.body.data.job_id);
    const later = await aTicket(at, shop);
    await trash(later.ticketId);
    const worker = runJobs({
      ...{ ...at, files: files(), log: createLog('silent') },
      kinds: Object.fromEntries(jobKinds.map((kind) => [kind, emptyTrash])) as Record<JobKind, JobRun>,
    });
    const job = await waitUntil(
      async () => {
        const found = (await olena.call('jobs/get', { id: asked.body.data.job_id })).body.data.job;
        return found.ended ? found : undefined;
      },
      { what: 'the job' },
    );
    await worker.stop();
    expect([job.state, job.done]).toEqual(['done', asked.body.data.total]);
    expect(await standing(...before.map((one) => one.ticketId), later.ticketId)).toEqual([later.ticketId]);
  });
});

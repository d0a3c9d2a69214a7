import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PuttingBack, putBack } from '#flows/archive/put-back.ts';
import { openArchive } from '#flows/archive/read-archive.ts';
import { writeArchive } from '#flows/archive/write-archive.ts';
import { filesInFolder } from '#platform/files.ts';
import { sql } from '#platform/sql.ts';
import { unzip } from '#test/rigs/unzip.ts';
import { zipped } from '#test/rigs/zipped.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { rowId } from './people.ts';
import { byId } from './rows-of.ts';
import { aShop, type Shop } from './two-companies.ts';

let at: TestParley;
let shop: Shop;
beforeAll(async () => {
  at = await aParley();
  shop = await aShop(at, 'lumenoak', 'LO');
});
afterAll(() => at?.close());

const files = () => filesInFolder(`${at.folder}/files`);
const exported = (onProgress = async () => {}) =>
  buffer(writeArchive({ db: at.db, files: files(), companyId: shop.companyId, onProgress }));

/** Puts it into a company of its own, in the name of its owner. */
async function movedIn(bytes: Buffer, archivedId: number | null = shop.ownerId): Promise<number> {
  const [made] = await at.db.transaction('system', (tx) =>
    tx.rows<{ id: number }>(sql`insert into companies (company_name, case_prefix) values ('Moved', 'MO') returning id`),
  );
  const companyId = made?.id ?? 0;
  const archive = await openArchive(bytes.byteLength, (start, end) => Readable.from([bytes.subarray(start, end)]));
  const importer = { userId: shop.ownerId, archivedId };
  const { db, secrets } = at;
  const write: PuttingBack['write'] = (work) => db.transaction('system', work);
  await putBack({ db, secrets, files: files(), archive, companyId, importer, write, onProgress: async () => {} });
  return companyId;
}
const read = <R extends object>(query: Parameters<typeof at.db.read>[1]) => at.db.read<R>('system', query);

describe('a company that goes on working while it is exported', () => {
  test('what came meanwhile stays behind, and what older rows refer to by now comes along', async () => {
    const split = await aLetterOn(at, shop, shop.ticketId, { subject: 'And another thing' });
    let isBegun = false;
    const meanwhile = async () => {
      if (isBegun) return;
      isBegun = true;
      const { owner, companyId } = shop;
      const stranger = await aTicket(at, shop, { from: 'Petro', address: 'petro@late.test', subject: 'Too late' });
      const tag = rowId(
        await owner.post('tags/create', { data: [{ company_id: companyId, name: 'brand new' }] }),
        'tags',
      );
      await owner.call('tickets/tag', { ids: [stranger.ticketId, shop.ticketId], add: [tag] });
      await owner.call('customers/tag', { id: stranger.customerId, add: [shop.otherTagId] });
      const team = rowId(
        await owner.post('teams/create', { data: [{ company_id: companyId, name: 'Night shift' }] }),
        'teams',
      );
      await owner.post('tickets/update', { data: { team_id: team }, ...byId(shop.ticketId) });
      const fresh = await owner.call('tickets/split', { message_id: split.messageId, from_here: 0 });
      expect(fresh.status).toBe(200);
    };
    const companyId = await movedIn(await exported(meanwhile));

    const subjects = await read<{ title: string; team: string | null; letters: number }>(
      sql`select t.title, g.name as team, (select count(*)::int from messages m where m.ticket_id = t.id and m.kind = 'inbound') as letters
          from tickets t left join teams g on g.id = t.team_id where t.company_id = ${companyId} and t.merged_into_id is null order by t.id`,
    );
    expect(subjects).toEqual([
      { title: 'Subject lumenoak', team: 'Night shift', letters: 1 },
      { title: 'And another thing', team: 'Night shift', letters: 1 },
    ]);
    const words = await read<{ word: string }>(
      sql`select value as word from customer_identities where company_id = ${companyId} and value like '%late%'
          union all select name from tags where company_id = ${companyId} and name = 'brand new'`,
    );
    expect(words).toEqual([]);
  });

  test('what was purged meanwhile takes along what was written of it before', async () => {
    const doomed = await aTicket(at, shop, {
      ...{ from: 'Ivan', address: 'ivan@gone.test', subject: 'To be purged' },
      attachments: [{ name: 'plan.txt', type: 'text/plain', bytes: Buffer.from('oak') }],
    });
    await shop.owner.call('tickets/tag', { ids: [doomed.ticketId], add: [shop.otherTagId] });
    const companyId = await movedIn(await without('tickets', await exported(), (row) => row.id === doomed.ticketId));
    const left = await read<{ n: number }>(
      sql`select count(*)::int as n from messages where company_id = ${companyId} and subject = 'To be purged'
          union all select count(*) from attachments where company_id = ${companyId} and name = 'plan.txt'
          union all select count(*) from ticket_tags where company_id = ${companyId} and tag_id in (select id from tags where name like 'Other tag%')`,
    );
    expect(left.map((one) => one.n)).toEqual([0, 0, 0]);
    const kept = await read(
      sql`select 1 from messages where company_id = ${companyId} and subject = 'Subject lumenoak'`,
    );
    expect(kept).toHaveLength(1);
  });

  test('an identity and a tag of somebody whom an older archive does not hold are left out', async () => {
    const bytes = await without('customers', await exported(), (row) => row.id === shop.otherCustomerId);
    const companyId = await movedIn(await without('tags', bytes, (row) => row.id === shop.otherTagId));
    expect(
      await read(sql`select 1 from customer_identities where company_id = ${companyId} and value like 'other@%'`),
    ).toEqual([]);
    expect(await read(sql`select 1 from tickets where company_id = ${companyId}`)).not.toEqual([]);
  });
});

describe('ids and texts inside of an object', () => {
  test('whom a site vouches for is known by its quidget at the new place, and a browser without a name by nothing', async () => {
    const { companyId: from, owner, productId, ids, otherCustomerId } = shop;
    const customerId = ids.customers ?? 0;
    const second = rowId(
      await owner.post('quidgets/create', {
        data: [{ company_id: from, product_id: productId, name: 'Second site', title: 'Lumen' }],
      }),
      'quidgets',
    );
    const known = (value: string, customer: number) =>
      sql`insert into customer_identities (company_id, customer_id, kind, value, source) values (${from}, ${customer}, 'quidget', ${value}, 'wrote')`;
    await at.db.transaction('system', async (tx) => {
      await tx.run(known(`${ids.quidgets} 17`, customerId));
      await tx.run(known(`${second} 17 oak`, otherCustomerId));
      await tx.run(known('visitor 5', customerId));
    });
    const companyId = await movedIn(await exported());
    const who = (company: number) =>
      read<{ name: string; value: string; first_name: string }>(
        sql`select q.name, i.value, c.first_name from customer_identities i join customers c on c.id = i.customer_id
            left join channel_accounts q on q.company_id = i.company_id and q.kind = 'quidget' and i.value like q.id || ' %' where i.company_id = ${company} and i.kind = 'quidget' and i.value !~ '^visitor' order by q.name`,
      );
    const [before, after] = [await who(from), await who(companyId)];
    expect(after.map(({ name, first_name }) => [name, first_name])).toEqual(
      before.map(({ name, first_name }) => [name, first_name]),
    );
    expect(after.map((one) => one.value.replace(/^\d+ /, '')).sort()).toEqual(['17', '17 oak']);
    expect(
      await read(sql`select 1 from customer_identities where company_id = ${companyId} and value ~ '^visitor'`),
    ).toEqual([]);
  });

  test('in whose name a quidget speaks up is whoever imports, or nobody', async () => {
    const said = (text: string, user_id: number) => ({
      ...{ key: crypto.randomUUID(), page: '/*', seconds: 5, texts: { en: text }, user_id },
    });
    const settings = {
      proactive: { messages: [said('I am the owner', shop.ownerId), said('I am not', shop.memberId)] },
    };
    const written = await shop.owner.post('quidgets/update', { data: { settings }, ...byId(shop.ids.quidgets ?? 0) });
    expect(written.status).toBe(200);
    const bytes = await exported();
    const sendersIn = async (companyId: number) => {
      const [row] = await read<{ senders: (number | null)[] }>(
        sql`select jsonb_path_query_array(settings, '$.proactive.messages[*].user_id') as senders from quidgets where company_id = ${companyId}`,
      );
      return row?.senders;
    };
    expect(await sendersIn(await movedIn(bytes))).toEqual([shop.ownerId, null]);
    expect(await sendersIn(await movedIn(bytes, null))).toEqual([null, null]);
  });

  test('a shared search looks for the team by its new id, and for nobody who is not there', async () => {
    const kept = (name: string, query: object) => ({ company_id: shop.companyId, name, query, is_shared: 1 });
    const made = await shop.owner.post('saved-searches/create', {
      data: [
        kept('Of the team', { company: shop.companyId, team: shop.ids.teams, assignee: 'nobody' }),
        kept('Of the owner', { assignee: shop.ownerId }),
        kept('Of the agent', { assignee: shop.memberId, channel: 'mail' }),
      ],
    });
    expect(made.status).toBe(200);
    const companyId = await movedIn(await exported());
    const [team] = await read<{ id: number }>(
      sql`select id from teams where company_id = ${companyId} and name = 'Team lumenoak'`,
    );
    const found = await read<{ query: object }>(
      sql`select query from saved_searches where company_id = ${companyId} and name like 'Of the%' order by id`,
    );
    expect(found.map((one) => one.query)).toEqual([
      { company: companyId, team: team?.id, assignee: 'nobody' },
      { assignee: shop.ownerId },
      { channel: 'mail' },
    ]);
  });

  test('the subject of an automatic reply is a line of plain text, and stays one', async () => {
    const auto_reply_texts = { en: { subject: 'Q&A <first> "aid"', html: '<p>We have it & answer.</p>' } };
    await shop.owner.post('products/update', { data: { auto_reply_texts }, ...byId(shop.productId) });
    const companyId = await movedIn(await exported());
    const [product] = await read<{ texts: typeof auto_reply_texts }>(
      sql`select auto_reply_texts as texts from products where company_id = ${companyId}`,
    );
    expect(product?.texts).toEqual({ en: { ...auto_reply_texts.en, html: '<p>We have it &amp; answer.</p>' } });
  });
});

/** The archive as it is without some rows of a table. */
async function without(
  table: string,
  bytes: Buffer,
  isGone: (row: Record<string, unknown>) => boolean,
): Promise<Buffer> {
  const entries = await unzip(bytes);
  const lines = entries.get(`data/${table}.ndjson`)?.toString('utf8').split('\n') ?? [];
  const left = lines.filter((line) => line !== '' && !isGone(JSON.parse(line)));
  expect(left.length).toBe(lines.length - 2);
  return zipped(entries.set(`data/${table}.ndjson`, Buffer.from(`${left.join('\n')}\n`)));
}

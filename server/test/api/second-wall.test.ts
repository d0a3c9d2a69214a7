import { beforeAll, expect, test } from 'vitest';
import { codeOf } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { everythingOf, tenantTables } from './everything-of.ts';
import type { TestParley } from './parley-in-process.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import { tellTrail } from './tell-trail.ts';
import { aMember, type Shop } from './two-companies.ts';

/** What a query that forgot its tenant would do: the database alone stands in the way. */
let at: TestParley;
let ours: Shop;
let theirs: Shop;
shopsAtHand((it) => ({ at, ours, theirs } = it));
beforeAll(async () => {
  for (const shop of [ours, theirs]) await fillTheRest(shop);
  await tellTrail(at);
});

/** Rows in the tables that the everyday way of a letter leaves empty. */
async function fillTheRest(shop: Shop): Promise<void> {
  const { companyId, mailboxId, ticketId, messageId } = shop;
  await aMember(at, shop, 1, `Second ${shop.canary}`);
  await at.db.transaction('system', async (tx) => {
    await tx.run(sql`insert into company_privileges values (${companyId}, 'agent', 'tickets.delete', 1)`);
    await tx.run(sql`insert into company_role_settings values (${companyId}, 'agent', false)`);
    await tx.run(sql`insert into mailbox_folders values (${companyId}, ${mailboxId}, 'INBOX', 'inbox', '1', 1)`);
    await tx.run(
      sql`insert into channel_account_history (company_id, channel_account_id, state) values (${companyId}, ${mailboxId}, 'ok')`,
    );
    await tx.run(
      sql`insert into deliveries (company_id, message_id, ticket_id, channel_account_id, recipients) values (${companyId}, ${messageId}, ${ticketId}, ${mailboxId}, '[]')`,
    );
    await tx.run(
      sql`insert into api_tokens (token_hash, prefix, user_id, company_id, name, scopes, expires)
          values (sha256(${Buffer.from(shop.canary)}), 'parley_', ${shop.ownerId}, ${companyId}, 'Shop', '{tickets.get}', now() + interval '1 day')`,
    );
    await tx.run(
      sql`insert into notifications (company_id, user_id, kind, ticket_id) values (${companyId}, ${shop.ownerId}, 'assigned', ${ticketId})`,
    );
    await tx.run(
      sql`insert into stray_files values (${`company-${companyId}/uploads/adrift`}, ${companyId}, now() + interval '1 day')`,
    );
    await tx.run(
      sql`insert into doomed_bytes (company_id, file_key, due_at) values (${companyId}, ${`company-${companyId}/files/doomed`}, now() + interval '1 day')`,
    );
    await tx.run(sql`insert into company_storage (company_id, bytes) values (${companyId}, 1)`);
    await tx.run(
      sql`insert into company_suspensions (company_id, reason, contact) values (${companyId}, ${shop.canary}, 'ops@parley.test')`,
    );
    await tx.run(
      sql`insert into ticket_tags (company_id, ticket_id, tag_id) values (${companyId}, ${ticketId}, ${shop.otherTagId})`,
    );
    const { customerId } = shop;
    await tx.run(
      sql`insert into customer_notes (company_id, customer_id, client_id, body) values (${companyId}, ${customerId}, gen_random_uuid(), 'Rings twice')`,
    );
    await tx.run(
      sql`insert into customer_tags (company_id, customer_id, tag_id) values (${companyId}, ${customerId}, ${shop.otherTagId})`,
    );
    await tx.run(
      sql`insert into customer_merges (company_id, client_id, survivor_id, merged_id, ticket_ids, note_ids, tag_ids, earlier_ids, identities, before, after)
          values (${companyId}, gen_random_uuid(), ${customerId}, ${customerId}, '{}', '{}', '{}', '{}', '[]', '{}', '{}')`,
    );
    await tx.run(
      sql`insert into customers_apart (company_id, one_id, other_id) values (${companyId}, ${customerId}, ${shop.otherCustomerId})`,
    );
    await tx.run(
      sql`insert into customer_erasures (company_id, customer_id, asked_name) values (${companyId}, ${shop.otherCustomerId}, 'Olena')`,
    );
    await tx.run(
      sql`insert into template_uses (company_id, template_id, user_id) values (${companyId}, ${shop.ids.templates}, ${shop.ownerId})`,
    );
    await tx.run(
      sql`insert into handed_over_tickets (company_id, user_id, ticket_id) values (${companyId}, ${shop.ownerId}, ${ticketId})`,
    );
    await tx.run(
      sql`insert into archived_assignees (company_id, ticket_id, email) values (${companyId}, ${ticketId}, ${`ira@${shop.canary}.test`.toLowerCase()})`,
    );
    const job = await tx.row<{ id: number }>(
      sql`insert into jobs (company_id, asked_by, request_id, kind, input) values (${companyId}, ${shop.ownerId}, gen_random_uuid(), 'csv-export', '{}') returning id`,
    );
    await tx.run(
      sql`insert into ticket_links (company_id, ticket_id, other_id, kind) values (${companyId}, ${ticketId}, ${shop.mergedTicketId}, 'related')`,
    );
    await tx.run(
      sql`insert into new_letters (company_id, user_id, client_id, product_id, subject) values (${companyId}, ${shop.ownerId}, gen_random_uuid(), ${shop.productId}, ${shop.canary})`,
    );
    await tx.run(
      sql`insert into made_once (user_id, request_id, company_id, what) values (${shop.ownerId}, gen_random_uuid(), ${companyId}, 'tags/create')`,
    );
    await tx.run(sql`insert into bulk_changes values (${companyId}, ${job?.id}, ${ticketId}, '{}')`);
    await tx.run(
      sql`insert into job_parts values (${companyId}, ${job?.id}, 0, ${`company-${companyId}/jobs/one`}, 1)`,
    );
    await tx.run(
      sql`insert into imported_ids (company_id, of_table, old_id, new_id) values (${shop.companyId}, 'tickets', 1, ${shop.ticketId})`,
    );
    await tx.run(
      sql`insert into csv_uploads (company_id, uploaded_by, entity, file_key, file_name, bytes, encoding, delimiter, rows)
          values (${companyId}, ${shop.ownerId}, 'tags', ${`company-${companyId}/imports/one`}, 'tags.csv', 1, 'utf-8', ',', 1)`,
    );
    await tx.run(
      sql`insert into mailbox_aliases (company_id, mailbox_id, position, address) values (${companyId}, ${mailboxId}, 0, ${`info@${shop.canary}.test`})`,
    );
    await tx.run(
      sql`insert into auto_replies (company_id, product_id, address) values (${companyId}, ${shop.productId}, ${`hanna@${shop.canary}.test`})`,
    );
    await tx.run(
      sql`insert into watchers (socket, process, company_id, ticket_id, user_id, doing, until) values (gen_random_uuid(), gen_random_uuid(), ${companyId}, ${ticketId}, ${shop.ownerId}, 'reading', now() + interval '1 hour')`,
    );
    await tx.run(
      sql`with v as (
            insert into visitors (company_id, quidget_id, token_hash, customer_id, name, language)
            values (${companyId}, ${shop.ids.quidgets}, sha256(${shop.canary}::text::bytea), ${shop.customerId}, ${shop.canary}, 'en') returning id)
          insert into chats (ticket_id, company_id, quidget_id, visitor_id, page_title) select ${ticketId}, ${companyId}, ${shop.ids.quidgets}, id, ${shop.canary} from v`,
    );
    await tx.run(
      sql`insert into visits (process, company_id, quidget_id, page_url, page_title, referrer, language, until) values (gen_random_uuid(), ${companyId}, ${shop.ids.quidgets}, '', ${shop.canary}, '', 'en', now() + interval '1 hour')`,
    );
    await tx.run(
      sql`insert into snoozes (company_id, ticket_id, user_id, until, wakes_on_reply, was, ended_at, ended_how)
          values (${companyId}, ${ticketId}, ${shop.ownerId}, now(), 1, '', now(), 'time')`,
    );
    await tx.run(
      sql`insert into search_texts (company_id, ticket_id, part, words) values (${companyId}, ${ticketId}, 0, ${`'${companyId}.${shop.canary}':1`})`,
    );
    await tx.run(
      sql`insert into search_customers values (${companyId}, ${shop.customerId}, ${`'${companyId}.${shop.canary}':1`})`,
    );
    await tx.run(
      sql`insert into mentions (company_id, message_id, user_id) values (${companyId}, ${messageId}, ${shop.ownerId})`,
    );
    await tx.run(
      sql`insert into note_versions (company_id, message_id, body_text, written_at) values (${companyId}, ${shop.ticketNoteId}, ${shop.canary}, now())`,
    );
    await tx.run(
      sql`insert into saved_search_places (company_id, user_id, saved_search_id, position)
          select company_id, ${shop.ownerId}, id, 1 from saved_searches where company_id = ${companyId}`,
    );
    await tx.run(sql`insert into ticket_reads values (${companyId}, ${ticketId}, ${shop.ownerId}, ${messageId})`);
  });
}

const walled = (work: Parameters<typeof at.db.transaction<unknown>>[1]) =>
  at.db.transaction({ companies: [ours.companyId] }, work);

test('A1 row-level security is on, and forced, on every table with a company', async () => {
  const open = await at.db.transaction('system', (tx) =>
    tx.rows(
      sql`select relname from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace and not (relrowsecurity and relforcerowsecurity)
          and oid in (select attrelid from pg_attribute where attname = 'company_id') `,
    ),
  );
  expect(open).toEqual([]);
});

test('A1 the role that Parley works as cannot step over the wall, whoever it signs in as', async () => {
  for (const scope of ['system', { companies: [ours.companyId] }] as const) {
    const role = await at.db.transaction(scope, (tx) =>
      tx.row(sql`select rolsuper, rolbypassrls from pg_roles where rolname = current_user`),
    );
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false });
  }
});

test('A1 whoever says nothing about whom they work for sees nothing', async () => {
  const [row] = await at.db.transaction({ companies: [] }, async (tx) => {
    await tx.run(sql`reset parley.companies`);
    return tx.rows<{ n: number }>(sql`select count(*)::int as n from companies`);
  });
  expect(row?.n).toBe(0);
});

test('A1 a single statement of values sees the companies it names and no other', async () => {
  const oursAlone = { companies: [ours.companyId] };
  const seen = await at.db.readValues<{ ids: number[]; names: string }>(oursAlone, {
    ids: sql`select coalesce(json_agg(distinct company_id), '[]') from tickets`,
    names: sql`select coalesce(string_agg(name, ','), '') from products`,
  });
  expect(seen?.ids).toEqual([ours.companyId]);
  expect(seen?.names).not.toContain(theirs.canary);
  const nothing = await at.db.readValues<{ n: number }>(
    { companies: [] },
    { n: sql`select count(*)::int from tickets` },
  );
  expect(nothing).toEqual({ n: 0 });
});

test('A1 what is read in one statement sees the companies it names and no other, and keeps its order', async () => {
  const query = sql`select company_id, id, title from tickets order by id desc`;
  const seen = await at.db.reader({ companies: [ours.companyId] }).rows<{ company_id: number; id: number }>(query);
  expect(seen.length).toBeGreaterThan(1);
  expect(new Set(seen.map((row) => row.company_id))).toEqual(new Set([ours.companyId]));
  expect(seen.map((row) => row.id)).toEqual(seen.map((row) => row.id).toSorted((a, b) => b - a));
  expect(await at.db.reader({ companies: [theirs.companyId] }).row(query)).toMatchObject({
    company_id: theirs.companyId,
  });
  const nobody = at.db.reader({ companies: [] });
  expect([await nobody.rows(query), await nobody.row(query)]).toEqual([[], undefined]);
});

test('A1 a transaction without companies sees nothing', async () => {
  for (const { name } of await tenantTables(at)) {
    const row = await at.db.transaction({ companies: [] }, (tx) =>
      tx.row<{ n: number }>(sql`select count(*)::int as n from ${sql.unsafe(name)}`),
    );
    expect({ name, n: row?.n }).toEqual({ name, n: 0 });
  }
});

test('A1 people are seen by their companies only, and secrets of signing in by none', async () => {
  const people = await walled((tx) => tx.rows<{ email: string }>(sql`select email from users`));
  expect(JSON.stringify(people)).toContain(ours.canary);
  expect(JSON.stringify(people)).not.toContain(theirs.canary);
  for (const table of [
    'sessions',
    'email_confirmations',
    'sign_in_failures',
    'two_factors',
    'recovery_codes',
    'devices',
    'unlock_links',
    'unlock_requests',
    'system_mails',
    'user_ai_configs',
  ]) {
    const row = await walled((tx) => tx.row(sql`select count(*)::int as n from ${sql.unsafe(table)}`));
    expect({ table, row }).toEqual({ table, row: { n: 0 } });
  }
  await expect(walled((tx) => tx.run(sql`update users set name = 'x' where id = ${theirs.ownerId}`))).resolves.toBe(0);
});

test('A1 with every tenant named wrongly in SQL, no table shows, changes, takes or loses a row of the other company', async () => {
  const tables = await tenantTables(at);
  expect(tables.length).toBeGreaterThan(15);
  const before = await everythingOf(at, theirs.companyId);

  for (const { name, column } of tables) {
    const table = sql.unsafe(name);
    const theirRow = await at.db.transaction('system', (tx) =>
      tx.row<{ row: string }>(
        sql`select to_jsonb(t)::text as row from ${table} t where ${sql.unsafe(column)} = ${theirs.companyId} limit 1`,
      ),
    );
    expect(theirRow, `${name} has a row of theirs to attack`).toBeDefined();

    const seen = await walled((tx) =>
      tx.rows<{ tenant: number }>(sql`select distinct ${sql.unsafe(column)} as tenant from ${table}`),
    );
    expect({ name, seen }).toEqual({ name, seen: [{ tenant: ours.companyId }] });

    const told = async (work: Parameters<typeof walled>[0]) => {
      try {
        return await walled(work);
      } catch (error) {
        return codeOf(error);
      }
    };
    // Nothing to touch, or no right to at all: events are never changed.
    const changed = await told((tx) =>
      tx.run(
        sql`update ${table} set ${sql.unsafe(column)} = ${sql.unsafe(column)} where ${sql.unsafe(column)} = ${theirs.companyId}`,
      ),
    );
    const lost = await told((tx) =>
      tx.run(sql`delete from ${table} where ${sql.unsafe(column)} = ${theirs.companyId}`),
    );
    expect([0, '42501', '428C9'], `${name}: update`).toContain(changed);
    expect([0, '42501'], `${name}: delete`).toContain(lost);

    const columns = sql.unsafe(await writtenColumns(name));
    const taken = await told((tx) =>
      tx.run(
        sql`insert into ${table} (${columns}) overriding system value select ${columns} from jsonb_populate_record(null::${table}, ${theirRow?.row}::jsonb)`,
      ),
    );
    expect({ name, taken }).toEqual({ name, taken: '42501' });
    if (column === 'company_id') {
      const given = await told((tx) => tx.run(sql`update ${table} set company_id = ${theirs.companyId}`));
      // Events, the audit trail and what keeps a company from working are changed by no tenant, not even by naming one's own.
      const isForNobody = ['events', 'audit_chains', 'audit_entries', 'company_suspensions'].includes(name);
      expect({ name, given }).toEqual({ name, given: isForNobody && given === 0 ? 0 : '42501' });
    }
  }
  expect(await everythingOf(at, theirs.companyId)).toBe(before);
});

/** All columns but those that PostgreSQL makes of others. */
async function writtenColumns(table: string): Promise<string> {
  const [row] = await at.db.read<{ names: string }>(
    'system',
    sql`select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names from information_schema.columns
        where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'`,
  );
  return row?.names ?? '';
}

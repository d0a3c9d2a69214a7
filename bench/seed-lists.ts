import type pg from 'pg';
import { loadPerson } from '#domain/people/index.ts';
import { connectClient } from '#platform/database-client.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { createRows } from '#platform/entities/write-rows.ts';
import { aRowOf } from '#test/api/contract-registry.ts';
import type { BenchGround } from './bench-ground.ts';

const anEmail = `'n' || n || '@many.test'`;
const aMoment = `now() - n * interval '1 minute'`;
/** What a copy has of its own, by the name of its column. `n` counts from 1. */
const ofItsOwn: Readonly<Record<string, string>> = {
  name: `'No. ' || n`,
  title: `'No. ' || n`,
  email: anEmail,
  from_email: anEmail,
  imap_username: anEmail,
  phone_number: `'+380' || lpad(n::text, 9, '0')`,
  avatar: 'null',
  token_hash: `'hash ' || n`,
  uid: 'n',
  sha256: 'sha256(n::text::bytea)',
  added: aMoment,
  updated: aMoment,
  received_at: aMoment,
};

/** The first one of what no person makes by `create`. */
const firstOnes: Readonly<Record<string, string>> = {
  phones: `insert into phones (company_id, product_id, acd_provider_id, name, phone_number, country_code)
    select company_id, id, (select min(id) from acd_providers), 'No. 0', '+380000000000', 'UA' from products where company_id = $1 limit 1`,
  inbound_mails: `insert into inbound_mails (company_id, mailbox_id, folder, folder_role, uid_validity, uid, size, received_at, outcome, from_address, subject, ticket_id)
    select company_id, channel_account_id, 'INBOX', 'inbox', '1', 0, 5000, now(), 'new_ticket', 'somebody@c.test', title, id from tickets where company_id = $1 limit 1`,
};

/**
 * Brings the table of every noun to so many rows: one is made as a person makes it, and copied where it lies. A company has
 * as many as it may have; what is left over belongs to companies beside it.
 */
export async function seedLists(
  { db, postgres }: BenchGround,
  tables: readonly EntityTable[],
  { userId, companyId, rows }: { userId: number; companyId: number; rows: number },
): Promise<void> {
  const caller = await loadPerson(db, userId);
  if (!caller) throw new Error('nobody was seeded');
  const client = await connectClient(postgres.connection);
  const seeding: Seeding = { client, companyId, rows, idsFrom: 0, products: 10 * rows };
  try {
    // Triggers and foreign keys sleep.
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    const refers: Record<string, number> = { companies: companyId };
    for (const of of tables) {
      const { entity, table } = of;
      seeding.idsFrom += 10 * rows;
      let first = await firstOf(client, of, companyId);
      if (first === undefined) {
        const insert = firstOnes[table];
        if (insert) await client.query(insert, [companyId]);
        else await createRows(db, of, [aRowOf(entity, refers)], caller);
        first = await firstOf(client, of, companyId);
      }
      if (first === undefined) throw new Error(`no row of ${entity.name}`);
      refers[entity.name] = first;
      // A colleague is a row of `roles`, and a person.
      if (table === 'roles') await copy(seeding, of, { table: 'users', id: 'id', first });
      await copy(seeding, of, { table, id: idColumn(of), first });
      if (of.part) await copy(seeding, of, { table: of.part.table, id: 'id', first });
    }
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

type Seeding = {
  readonly client: pg.Client;
  readonly companyId: number;
  readonly rows: number;
  idsFrom: number;
  readonly products: number;
};

const idColumn = ({ table }: EntityTable) => (table === 'roles' ? 'user_id' : 'id');

async function firstOf(client: pg.Client, of: EntityTable, companyId: number): Promise<number | undefined> {
  const fixed = Object.entries(of.fixed ?? {}).map(([name, value]) => ` and ${name} = '${value}'`);
  const { rows } = await client.query<{ id: string | null }>(
    `select min(${idColumn(of)}) as id from ${of.table} where company_id = $1${fixed.join('')}`,
    [companyId],
  );
  return rows[0]?.id ? Number(rows[0].id) : undefined;
}

async function copy(
  { client, companyId, rows, idsFrom, products }: Seeding,
  { rowsMax = rows }: EntityTable,
  { table, id, first }: { table: string; id: string; first: number },
): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const own: Readonly<Record<string, string>> = {
    ...ofItsOwn,
    [id]: `${idsFrom} + n`,
    // No product has them all: they come first.
    product_id: `${products} + n`,
    company_id: `case when n <= ${rowsMax} then ${companyId} else 1000000 + n / ${rowsMax} end`,
  };
  const names = columns.map(({ name }) => name);
  const where = names.includes('company_id') ? `${id} = ${first} and company_id = ${companyId}` : `${id} = ${first}`;
  await client.query(
    `insert into ${table} (${names.join(', ')}) overriding system value
     select ${names.map((name) => own[name] ?? `t.${name}`).join(', ')} from ${table} t, generate_series(1, ${rows - 1}) n where ${where}`,
  );
}

import path from 'node:path';
import { createConfirmedPerson } from '#domain/accounts/index.ts';
import { loadPerson } from '#domain/people/index.ts';
import type { Database, Query, Tx } from '#platform/database.ts';
import { connectClient } from '#platform/database-client.ts';
import type { Caller, EntityTable } from '#platform/entities/entity-table.ts';
import { getRows } from '#platform/entities/get-rows.ts';
import { type Sql, sql } from '#platform/sql.ts';
import type { BareCall, Statement } from './bare-call.ts';
import { type BenchGround, password } from './bench-ground.ts';
import type { Case, Servers } from './compare-cases.ts';

export const email = 'olena@bench.test';
/** How often one person may ask is limited: these share the work. Each may search 240 times a minute and write 2,000 letters an hour. */
export const people = 160;
const emailOf = (n: number) => (n === 0 ? email : `olena${n}@bench.test`);

/** As many as are needed, all with the password and the role of the first. */
export async function seedPeople(db: Database, { companyId, count = people }: { companyId: number; count?: number }) {
  const [known] = await db.read('system', sql`select id from users where email = ${email}`);
  if (!known) await createConfirmedPerson(db, { name: 'Olena', email, password, language: 'en' });
  await db.transaction('system', async (tx) => {
    await tx.run(
      sql`insert into users (name, email, password_hash, email_confirmed_at, language)
          select name, 'olena' || n || '@bench.test', password_hash, email_confirmed_at, language from users, generate_series(1, ${count - 1}::int) n where email = ${email}`,
    );
    await tx.run(
      sql`insert into roles (user_id, company_id, level, name) select id, ${companyId}, 1, 'agent' from users where email like 'olena%@bench.test' on conflict do nothing`,
    );
  });
}

/** A call as Parley is asked it, and the same without walls. */
export type CallCase = {
  readonly name: string;
  readonly call: string;
  readonly body: object;
  readonly tickets?: readonly number[];
  /** One person may not ask as often. */
  readonly isLimited?: boolean;
  readonly bare: BareCall;
};

/** Starts both servers before the same database. */
export async function openCases(
  ground: BenchGround,
  calls: readonly CallCase[],
): Promise<{ cases: Case[]; plain: string; servers: Servers }> {
  const { url: server, child: ourServer } = await ground.startServer({
    ROLE: 'web',
    TRUSTED_PROXIES: '127.0.0.0/8',
  });
  const plain = await plainRole(ground);
  const bareCalls = Object.fromEntries(calls.map(({ bare }, i) => [`call-${i}`, bare]));
  const { url: bare, child: bareServer } = await ground.startProgram(
    path.join(import.meta.dirname, 'bare-server.ts'),
    { DATABASE_URL: plain, BARE_CALLS: JSON.stringify(bareCalls) },
    /(http:\S+)/,
  );
  const all = await Promise.all(Array.from({ length: people }, (_, n) => signIn(server, n)));
  return {
    plain,
    servers: { ours: ourServer.pid ?? 0, bare: bareServer.pid ?? 0, database: ground.postgres.pid },
    cases: calls.map(({ name, call, body, tickets, isLimited, bare: without }, i) => ({
      name,
      ours: {
        url: `${server}/v1/api/${call}`,
        body: JSON.stringify(body),
        cookies: isLimited ? all : all.slice(0, 1),
        ...(tickets ? { tickets } : {}),
      },
      bare: tickets
        ? { url: `${bare}/call-${i}`, body: '{"ticket_id":"{ticket}"}', tickets }
        : { url: `${bare}/call-${i}`, body: '{}' },
      ...statementOf(without),
    })),
  };
}

/** The only one of a call that reads. */
function statementOf(call: BareCall): Pick<Case, 'statement'> {
  if ('page' in call) return { statement: call.page };
  const [only, ...others] = call.isRead ? call.statements : [];
  return only && others.length === 0 ? { statement: only } : {};
}

let namesCount = 0;
const named = ({ text, values }: Query): Statement & { values: unknown[] } => ({
  text,
  values: [...values],
  name: `bare_${++namesCount}`,
});

/** The page of a list as the engine would ask for it, without its walls. */
export async function barePage(db: Database, userId: number, of: EntityTable, body: object): Promise<BareCall> {
  let caught: Query | undefined;
  const catcher: Database = {
    ...db,
    async readValues(_scope, values, fill) {
      caught = valuesInOne(values, fill);
      return undefined;
    },
  };
  // What a client sends; tuples lose their lengths on the way.
  await getRows(catcher, of, structuredClone(body) as Parameters<typeof getRows>[2], await callerOf(db, userId));
  if (!caught) throw new Error('no statement was caught');
  return { page: named(caught), entity: of.entity.name };
}

function valuesInOne(all: Readonly<Record<string, Sql>>, fill = (param: unknown) => param): Query {
  const columns = Object.entries(all).map(([name, value]) => sql`(${value})${sql.unsafe(` as "${name}"`)}`);
  const { text, values } = sql`select ${sql.join(columns)}`;
  return { text, values: values.map(fill) };
}

/** All that a call asks of the database, one statement after the other. `without`: takes a wall out of a statement. */
export async function bareReads(
  db: Database,
  userId: number,
  ask: (caught: Database, caller: Caller) => Promise<unknown>,
  without: (query: Query) => Query | undefined = (query) => query,
): Promise<BareCall> {
  const statements: Statement[] = [];
  const noted = (query: Query): Query => {
    const bare = without(query);
    if (bare) statements.push(named(bare));
    return query;
  };
  const catching = (tx: Tx): Tx => ({
    ...tx,
    rows: (query) => tx.rows(noted(query)),
    row: (query) => tx.row(noted(query)),
    run: (query) => tx.run(noted(query)),
  });
  const catcher: Database = {
    ...db,
    transaction: (scope, work, how) => db.transaction(scope, (tx) => work(catching(tx)), how),
    read: (scope, query) => db.read(scope, noted(query)),
    readValues(scope, values, fill) {
      noted(valuesInOne(values, fill));
      return db.readValues(scope, values, fill);
    },
  };
  await ask(catcher, await callerOf(db, userId));
  return { statements, isRead: true };
}

export const bareWrites = (queries: readonly Query[]): BareCall => ({
  statements: queries.map(({ text, values }) => ({ text, values })),
  isRead: false,
});

async function callerOf(db: Database, userId: number): Promise<Caller> {
  const caller = await loadPerson(db, userId);
  if (!caller) throw new Error('nobody was seeded');
  return caller;
}

/** The cookies of a browser that has signed in. Each comes from an address of their own: one may not sign in so often. */
export async function signIn(server: string, n = 0): Promise<string> {
  const response = await fetch(`${server}/v1/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` },
    body: JSON.stringify({ data: { email: emailOf(n), password } }),
  });
  if (!response.ok) throw new Error(`${emailOf(n)} cannot sign in: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Somebody for whom no policy counts, and who is nobody special beside that: a superuser is not even asked what they may call. */
async function plainRole({ postgres, url }: BenchGround): Promise<string> {
  const client = await connectClient(postgres.connection);
  await client.query(`do $$ begin create role bare login bypassrls; exception when duplicate_object then null; end $$`);
  await client.query(
    'grant select, insert, update, delete on all tables in schema public to bare; grant usage on all sequences in schema public to bare',
  );
  await client.end();
  return url.replace('parley_app', 'bare');
}

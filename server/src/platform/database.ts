import pg from 'pg';
import { keptAlive, listenTo } from './listen-to.ts';
import { ask as askOn } from './named-query.ts';
import { planAnew } from './plan-anew.ts';
import { sendTogether } from './send-together.ts';
import { shareConnections } from './share-connections.ts';
import { type Sql, sql } from './sql.ts';
import { askedShapes, ownShapes } from './statement-shapes.ts';
import { theCompanies, valuesQuery } from './values-queries.ts';
import { watchForErrors } from './watch-for-errors.ts';

/**
 * The only way to the database. Nothing reaches it without saying on whose behalf:
 *
 * - `companies`: the tenants whose rows may be touched. PostgreSQL enforces it by row-level security, whatever the query
 *   forgets; a transaction that names none sees nothing.
 * - `system`: work that belongs to nobody (leases, claims, sign-in). Kept to platform, flows and the front door.
 *
 * It works as a role that is no superuser and cannot bypass row-level security; where it is given one that can, every
 * transaction becomes `parley_app` first. Nothing depends on a session (PgBouncer may stand between), so all of this is
 * said per transaction.
 */
export type Scope = { readonly companies: readonly number[] } | 'system';

export type Query = { readonly text: string; readonly values: readonly unknown[] };

/** One transaction. It ends with the function it was handed to. */
export interface Tx {
  rows<R extends object>(query: Query): Promise<R[]>;
  /** The first row; undefined when there is none. */
  row<R extends object>(query: Query): Promise<R | undefined>;
  /** How many rows were touched. */
  run(query: Query): Promise<number>;
  /** Runs when, and only when, the transaction has committed. */
  afterCommit(then: () => void): void;
  /**
   * Where nothing is asked after what was asked in this turn, and no answer to it decides whether it may stay: the commit
   * travels with it. Should a statement of it fail, the whole is undone as ever. A part of a transaction ends nothing
   * (`withoutEnd`).
   */
  askedAll(): void;
}

/**
 * `isRepeatable`: the outside world has been told nothing yet and the work would simply be done again, so the commit need
 * not wait for the disk. Should the database itself crash within that moment, the work is undone as a whole.
 *
 * `isPlannedOnce`: one plan serves whatever the values are. PostgreSQL finds out by itself where that is so, but compares
 * what it expects, and of unknown values it expects the worst: a statement that is asked all day and finds a few rows by
 * an index may take ten times as long to plan, each time, as to answer. A limit of such a statement is written out.
 */
export type How = { readonly isRepeatable?: boolean; readonly isPlannedOnce?: boolean };

export interface Database {
  /** All or nothing. Serialisation failures and deadlocks are tried again, so `work` must be repeatable. */
  transaction<T>(scope: Scope, work: (tx: Tx) => Promise<T>, how?: How): Promise<T>;
  /** One reading query with every wall on; its commit travels while the answer is already on its way. */
  read<R extends object>(scope: Scope, query: Query, how?: Pick<How, 'isPlannedOnce'>): Promise<R[]>;
  /**
   * A transaction of one statement, which is true when this answers: begin, statement and commit travel in one piece, so
   * that it wakes the database once. What it must not be true without it requires by `requiringSql`, and fails with
   * `notSo` otherwise.
   */
  write<R extends object>(scope: Scope, query: Query, how?: How): Promise<R[]>;
  /**
   * Asks for single values, each a subselect, in one statement and one round trip: what most requests need. The scope
   * is set in the same statement, before its subselects run; would they run first, they would see nothing.
   *
   * Whoever asks with the same `values` again and again has them put together once. `fill` then says what each of their parameters
   * stands for this time.
   */
  readValues<R extends object>(
    scope: Scope,
    values: Readonly<Record<string, Sql>>,
    fill?: (param: unknown) => unknown,
  ): Promise<R | undefined>;
  /**
   * Queries that are each a statement of their own, in one round trip, as values are asked for: for what thousands ask at
   * the same moment. Rows travel as JSON, which has neither dates nor bytes: none may be selected.
   */
  reader(scope: Scope): Reader;
  /** A connection of its own, outside the pool, for LISTEN. */
  listen(channel: string, onNotice: (payload: string) => void): Promise<{ close(): Promise<void> }>;
  /** Tells other processes; coalesced by the caller, never inside a business transaction. */
  notify(channel: string, payload: string): Promise<void>;
  close(): Promise<void>;
}

/** What only reads needs no more, and can do without a transaction. */
export interface Reader {
  rows<R extends object>(query: Sql & Query): Promise<R[]>;
  row<R extends object>(query: Sql & Query): Promise<R | undefined>;
}

/** All that most writing needs of a database. */
export type Transactions = Pick<Database, 'transaction'>;

const integer8 = 20;
const timestamptz = 1184;
pg.types.setTypeParser(integer8, (text) => Number(text));
pg.types.setTypeParser(
  timestamptz,
  (text) => new Date(`${text.replace(' ', 'T')}${/[+-]\d\d$/.test(text) ? ':00' : ''}`),
);

/** For `write`: a column of the statement that fails, and all that was written with it, where the condition is not so. */
export const requiringSql = (condition: Sql): Sql => sql`parley_require(${condition})`;
export const notSo = 'PL001';

const retriesMax = 5;
/** Whoever asks nothing for so long within a transaction is gone: what it locked is free again, and news go on. */
const idleInTransaction = '60s';
/** feature_not_supported: "cached plan must not change result type", when the schema changed under a running server */
const planIsStale = '0A000';
/** serialization_failure, deadlock_detected */
const repeatable = new Set(['40001', '40P01', planIsStale]);

/** What was found is another by the time it is locked. Thrown within a transaction, which is done again then. */
export class ChangedMeanwhile extends Error {
  readonly code = '40001';
}

export function connectDatabase(
  connection: pg.PoolConfig,
  {
    connectionsMax = 10,
    onError = (_error: Error) => {},
  }: { connectionsMax?: number; onError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    ...connection,
    max: connectionsMax,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    ...keptAlive,
    application_name: 'parley',
    // What is sent without waiting for the answer before is on its way at once: begin, query and commit cost one round trip.
    pipeline: true,
  });
  let isClosing = false;
  // Between the pool's hands and ours nobody listens, and what a connection dies of in that moment would end the process.
  // Whoever asks on it hears of it.
  pool.on('connect', (client) => client.on('error', () => {}));
  // The server ends idle connections when it goes: no news while we close them ourselves.
  pool.on('error', (error) => isClosing || onError(error));

  const shared = shareConnections(pool);
  const connect = () => {
    shared.giveBack();
    return pool.connect();
  };

  // Asked once; a failed question is asked again.
  let switching: Promise<boolean> | undefined;
  const mustSwitchRole = () => {
    switching ??= pool
      .query<{ is_above: boolean }>(
        'select rolsuper or rolbypassrls as is_above from pg_roles where rolname = current_user',
      )
      .then(({ rows }) => rows[0]?.is_above ?? true);
    switching.catch(() => {
      switching = undefined;
    });
    return switching;
  };

  async function attempt<T>(scope: Scope, work: (tx: Tx) => Promise<T>, how: How): Promise<T> {
    const mustSwitch = await mustSwitchRole();
    const client = await connect();
    const broken = watchForErrors(client);
    const hold = sendTogether(client);
    const afterwards: (() => void)[] = [];
    let ended: Promise<unknown> | undefined;
    const end = () => {
      hold();
      ended = client.query('commit');
      ended.catch(() => {});
    };
    try {
      hold();
      const begun = client.query(
        `${planAnew(client)}${beginAs(scope, mustSwitch, how)}; set local idle_in_transaction_session_timeout = '${idleInTransaction}'`,
      );
      begun.catch(() => {});
      const result = await work(transactionOn(client, hold, { afterwards, end }));
      await begun;
      if (!ended) end();
      await ended;
      broken.release();
      for (const then of afterwards) then();
      return result;
    } catch (error) {
      const rolledBack = await client.query('rollback').then(
        () => true,
        () => false,
      );
      broken.release(!rolledBack);
      throw error;
    }
  }

  /** All of a transaction of one statement at once. */
  async function sendWhole<R extends object>(scope: Scope, query: Query, how: How) {
    const mustSwitch = await mustSwitchRole();
    const client = await connect();
    const broken = watchForErrors(client);
    sendTogether(client)();
    const begun = client.query(planAnew(client) + beginAs(scope, mustSwitch, how));
    begun.catch(() => {});
    const answered = askOn<R>(client, ownShapes.named(query));
    // After an error the transaction is over anyway, and this commit is a rollback.
    const ended = client.query('commit');
    answered.catch(() => {});
    ended.then(
      () => broken.release(),
      () => broken.release(true),
    );
    return { begun, answered, ended };
  }

  async function readOnce<R extends object>(scope: Scope, query: Query, how: How): Promise<R[]> {
    const { begun, answered } = await sendWhole<R>(scope, query, how);
    await begun;
    return (await answered).rows;
  }

  async function writeOnce<R extends object>(scope: Scope, query: Query, how: How): Promise<R[]> {
    const { begun, answered, ended } = await sendWhole<R>(scope, query, how);
    await begun;
    const { rows } = await answered;
    await ended;
    return rows;
  }

  async function repeating<T>(work: () => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried++) {
      try {
        return await work();
      } catch (error) {
        if (tried >= retriesMax || !repeatable.has(codeOf(error))) throw error;
        if (codeOf(error) === planIsStale) for (const shapes of [ownShapes, askedShapes]) shapes.forget();
      }
    }
  }
  const read = <R extends object>(scope: Scope, query: Query, how: How = {}) =>
    repeating(() => readOnce<R>(scope, query, how));

  async function askValues<R extends object>(
    scope: Scope,
    values: Readonly<Record<string, Sql>>,
    fill: (param: unknown) => unknown,
    shapes: typeof ownShapes,
  ): Promise<R | undefined> {
    const isSystem = scope === 'system';
    const list = isSystem ? '' : companyList(scope.companies);
    const filled = ({ text, values: params }: Query): Query => ({
      text,
      values: params.map((param) => (param === theCompanies ? list : fill(param))),
    });
    if (await mustSwitchRole()) {
      const [row] = await read<R>(scope, filled(valuesQuery(values)));
      return row;
    }
    const query = filled(valuesQuery(values, isSystem ? 'system' : 'companies'));
    const { rows } = await repeating(() => shared.ask<R>(shapes.named(query)));
    return rows[0];
  }

  return {
    transaction: (scope, work, how = {}) => repeating(() => attempt(scope, work, how)),

    read,
    write: (scope, query, how = {}) => repeating(() => writeOnce(scope, query, how)),

    // What is asked on nobody's behalf is our own: no caller has put it together.
    readValues: (scope, values, fill = (param) => param) =>
      askValues(scope, values, fill, scope === 'system' ? ownShapes : askedShapes),

    reader(scope) {
      const rows = async <R extends object>(query: Sql): Promise<R[]> => {
        const all = sql`select coalesce(json_agg(one), '[]') from (${query}) one`;
        return (await askValues<{ all: R[] }>(scope, { all }, (param) => param, ownShapes))?.all ?? [];
      };
      return { rows, row: async <R extends object>(query: Sql) => (await rows<R>(query))[0] };
    },

    listen: (channel, onNotice) => listenTo(connection, channel, onNotice, onError),

    async notify(channel, payload) {
      await pool.query('select pg_notify($1, $2)', [channel, payload]);
    },

    async close() {
      isClosing = true;
      shared.giveBack();
      await pool.end();
    },
  };
}

/** One message for begin and scope: it is sent without waiting, and the first query right behind it. */
function beginAs(scope: Scope, mustSwitch: boolean, { isRepeatable, isPlannedOnce }: How): string {
  let begin = 'begin';
  if (mustSwitch) begin += '; set local role parley_app';
  if (isRepeatable) begin += '; set local synchronous_commit = off';
  if (isPlannedOnce) begin += '; set local plan_cache_mode = force_generic_plan';
  if (scope === 'system') return `${begin}; set local parley.scope = 'system'`;
  return `${begin}; set local parley.companies = '${companyList(scope.companies)}'`;
}

function companyList(companies: readonly number[]): string {
  if (!companies.every((id) => Number.isSafeInteger(id))) throw new TypeError('a company id is an integer');
  return `{${companies.join(',')}}`;
}

function transactionOn(
  client: pg.PoolClient,
  hold: () => void,
  { afterwards, end }: { afterwards: (() => void)[]; end: () => void },
): Tx {
  let isEnding = false;
  const ask = async <R extends object>(query: Query) => {
    if (isEnding) throw new Error('asked of a transaction after its commit was sent');
    hold();
    return askOn<R>(client, ownShapes.named(query));
  };
  return {
    async rows<R extends object>(query: Query) {
      return (await ask<R>(query)).rows;
    },
    async row<R extends object>(query: Query) {
      return (await ask<R>(query)).rows[0];
    },
    async run(query) {
      return (await ask(query)).rowCount ?? 0;
    },
    afterCommit(then) {
      afterwards.push(then);
    },
    askedAll() {
      isEnding = true;
      end();
    },
  };
}

export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** read_only_sql_transaction: after a failover, until the name leads to the new primary. */
const onlyReads = '25006';
/** idle_in_transaction_session_timeout: this process stood still for a minute, as while its machine was moved. */
const stoodStill = '25P03';
/** The name or the route is gone, as while a container starts anew, or the socket's file; any other file is another story. */
const hasNoWay = new Set(['ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** The database is away, starting or full: worth another try later, not a bug. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return (
    code.startsWith('08') ||
    code.startsWith('57P') ||
    code.startsWith('53') ||
    code === onlyReads ||
    code === stoodStill ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
    (hasNoWay.has(code) && ['connect', 'getaddrinfo'].includes((error as NodeJS.ErrnoException).syscall ?? '')) ||
    (error instanceof Error &&
      /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/i.test(
        error.message,
      ))
  );
}

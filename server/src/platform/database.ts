import pg from 'pg';

/**
 * The only way to the database. Nothing reaches it outside a transaction that says on whose behalf it runs:
 *
 * - `companies`: the tenants whose rows may be touched. PostgreSQL enforces it by row-level security, whatever the query
 *   forgets. The transaction runs as the role `parley_app`, which is no superuser and cannot bypass it.
 * - `system`: work that belongs to nobody (leases, claims, sign-in). The role `parley_system`, kept to platform and flows.
 *
 * Nothing depends on a session (PgBouncer may stand between), so role and tenants are set per transaction.
 */
export type Scope = { readonly companies: readonly number[] } | 'system';

export type Query = { readonly text: string; readonly values: readonly unknown[]; readonly name?: string };

/** One transaction. It ends with the function it was handed to. */
export interface Tx {
  rows<R extends object>(query: Query): Promise<R[]>;
  /** The first row; undefined when there is none. */
  row<R extends object>(query: Query): Promise<R | undefined>;
  /** How many rows were touched. */
  run(query: Query): Promise<number>;
  /** Runs when, and only when, the transaction has committed. */
  afterCommit(then: () => void): void;
}

/**
 * `isRepeatable`: the outside world has been told nothing yet and the work would simply be done again, so the commit need
 * not wait for the disk. Should the database itself crash within that moment, the work is undone as a whole.
 */
export type How = { readonly isRepeatable?: boolean };

export interface Database {
  /** All or nothing. Serialisation failures and deadlocks are tried again, so `work` must be repeatable. */
  transaction<T>(scope: Scope, work: (tx: Tx) => Promise<T>, how?: How): Promise<T>;
  /** One reading query with every wall on; its commit travels while the answer is already on its way. */
  read<R extends object>(scope: Scope, query: Query): Promise<R[]>;
  /** A connection of its own, outside the pool, for LISTEN. */
  listen(channel: string, onNotice: (payload: string) => void): Promise<{ close(): Promise<void> }>;
  /** Tells other processes; coalesced by the caller, never inside a business transaction. */
  notify(channel: string, payload: string): Promise<void>;
  close(): Promise<void>;
}

const integer8 = 20;
const timestamptz = 1184;
pg.types.setTypeParser(integer8, (text) => Number(text));
pg.types.setTypeParser(
  timestamptz,
  (text) => new Date(`${text.replace(' ', 'T')}${/[+-]\d\d$/.test(text) ? ':00' : ''}`),
);

const retriesMax = 5;
/** serialization_failure, deadlock_detected */
const repeatable = new Set(['40001', '40P01']);

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
    application_name: 'parley',
    // What is sent without waiting for the answer before is on its way at once: begin, query and commit cost one round trip.
    pipeline: true,
  });
  let isClosing = false;
  // The server ends idle connections when it goes: no news while we close them ourselves.
  pool.on('error', (error) => isClosing || onError(error));

  async function attempt<T>(scope: Scope, work: (tx: Tx) => Promise<T>, { isRepeatable = false }: How): Promise<T> {
    const client = await pool.connect();
    const broken = watchForErrors(client);
    const afterwards: (() => void)[] = [];
    try {
      const begun = client.query(beginAs(scope) + (isRepeatable ? '; set local synchronous_commit = off' : ''));
      begun.catch(() => {});
      const result = await work(transactionOn(client, afterwards));
      await begun;
      await client.query('commit');
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

  return {
    async transaction(scope, work, how = {}) {
      for (let tried = 1; ; tried++) {
        try {
          return await attempt(scope, work, how);
        } catch (error) {
          if (tried >= retriesMax || !repeatable.has(codeOf(error))) throw error;
        }
      }
    },

    async read<R extends object>(scope: Scope, query: Query) {
      const client = await pool.connect();
      const broken = watchForErrors(client);
      const begun = client.query(beginAs(scope));
      begun.catch(() => {});
      const answered = client.query<R>(asPg(query));
      // After an error the transaction is over anyway, and this commit is a rollback.
      const ended = client.query('commit');
      answered.catch(() => {});
      ended.then(
        () => broken.release(),
        () => broken.release(true),
      );
      await begun;
      return (await answered).rows;
    },

    async listen(channel, onNotice) {
      let closed = false;
      let client: pg.Client | undefined;
      let retry: NodeJS.Timeout | undefined;
      const open = async () => {
        const fresh = new pg.Client({ ...connection, application_name: 'parley listener' });
        fresh.on('error', onError);
        fresh.on('end', () => {
          if (!closed) retry = setTimeout(reopen, 1000);
        });
        fresh.on('notification', (notice) => onNotice(notice.payload ?? ''));
        try {
          await fresh.connect();
          await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
          client = fresh;
          // Whatever was said while nobody listened is made up for by waking everything once.
          onNotice('*');
        } catch (error) {
          await fresh.end().catch(() => {});
          if (client === undefined && !closed) throw error;
        }
      };
      const reopen = () => {
        open().catch(onError);
      };
      await open();
      return {
        async close() {
          closed = true;
          clearTimeout(retry);
          await client?.end().catch(() => {});
        },
      };
    },

    async notify(channel, payload) {
      await pool.query('select pg_notify($1, $2)', [channel, payload]);
    },

    async close() {
      isClosing = true;
      await pool.end();
    },
  };
}

/** One message for begin, role and tenants: it is sent without waiting, and the first query right behind it. */
function beginAs(scope: Scope): string {
  if (scope === 'system') return 'begin; set local role parley_system';
  const companies = scope.companies.map((id) => {
    if (!Number.isSafeInteger(id)) throw new TypeError('a company id is an integer');
    return id;
  });
  return `begin; set local role parley_app; set local parley.companies = '{${companies.join(',')}}'`;
}

function transactionOn(client: pg.PoolClient, afterwards: (() => void)[]): Tx {
  return {
    async rows<R extends object>(query: Query) {
      return (await client.query<R>(asPg(query))).rows;
    },
    async row<R extends object>(query: Query) {
      return (await client.query<R>(asPg(query))).rows[0];
    },
    async run(query) {
      return (await client.query(asPg(query))).rowCount ?? 0;
    },
    afterCommit(then) {
      afterwards.push(then);
    },
  };
}

const asPg = (query: Query): pg.QueryConfig => ({
  text: query.text,
  values: query.values as unknown[],
  ...(query.name ? { name: query.name } : {}),
});

/** A client that lost its server must not go back to the pool, and its error must not end the process. */
function watchForErrors(client: pg.PoolClient) {
  let failed = false;
  const note = () => {
    failed = true;
  };
  client.on('error', note);
  return {
    release(destroy = false) {
      client.off('error', note);
      client.release(destroy || failed);
    },
  };
}

export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** The database is away, starting or full: worth another try later, not a bug. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return (
    code.startsWith('08') ||
    code.startsWith('57P') ||
    code.startsWith('53') ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
    (error instanceof Error &&
      /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/i.test(
        error.message,
      ))
  );
}

import type { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Query } from './database.ts';

/** `rowCount`: how many rows were answered or touched. */
export type Answer<R extends object> = { readonly rows: R[]; readonly rowCount: number | null };
/** With a name, the server keeps the statement, and its plan, for as long as the connection lasts. */
export type Statement = Query & { readonly name?: string };
type Settle<R extends object> = (error: Error | undefined, answer: Answer<R>) => void;
type Columns = readonly { readonly name: string; readonly read: (text: string) => unknown }[];

/** What pg says to a query that it sends, and what a query may say to the server: as pg-cursor and its kin use it. */
type Connection = {
  parse(statement: { name: string; text: string }): void;
  close(statement: { type: 'S'; name: string }): void;
  bind(portal: { statement: string; values: readonly unknown[] }): void;
  describe(portal: { type: 'P' }): void;
  execute(): void;
  sync(): void;
};
type Field = { readonly name: string; readonly dataTypeID: number };
/** In pipeline mode pg takes none but its own class and what is made of it. */
const PgQuery = pg.Query as unknown as new (text: string) => EventEmitter & { name: string; readonly text: string };
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

/**
 * What a name means to a connection: the statement that was sent there under it, or null where that may not have arrived; and
 * once it was answered, its columns. A statement whose columns became others fails before it answers (0A000).
 */
type Prepared = { text: string | null; columns?: Columns };
const preparedOn = new WeakMap<Connection, Map<string, Prepared>>();

/**
 * A statement that comes again under its name. pg has the columns described with every answer, and puts together anew how
 * they are read; here each connection is asked once. What is said is otherwise the same.
 */
class NamedQuery<R extends object> extends PgQuery {
  private readonly values: readonly unknown[];
  private readonly settle: Settle<R>;
  private readonly found: R[] = [];
  private rowCount: number | null = null;
  private failure: Error | undefined;
  private prepared: Prepared | undefined;
  private columns: Columns | undefined;

  constructor({ name, text, values }: Required<Statement>, settle: Settle<R>) {
    super(text);
    this.name = name;
    this.values = values;
    this.settle = settle;
  }

  /** Sends it, or answers why it cannot be sent. */
  submit(connection: Connection): Error | null {
    let values: unknown[];
    try {
      values = this.values.map((value) => prepareValue(value));
    } catch (error) {
      return error as Error; // a value that cannot be written, such as an object that holds itself
    }
    this.prepared = this.prepareOn(connection);
    this.columns = this.prepared.columns;
    connection.bind({ statement: this.name, values });
    if (!this.columns) connection.describe({ type: 'P' });
    connection.execute();
    connection.sync();
    return null;
  }

  /** A name that meant another statement means this one from here on: of what is sent behind it, and of nothing before. */
  private prepareOn(connection: Connection): Prepared {
    const names = preparedOn.get(connection) ?? new Map<string, Prepared>();
    preparedOn.set(connection, names);
    const before = names.get(this.name);
    if (before?.text === this.text) return before;
    if (before) connection.close({ type: 'S', name: this.name });
    connection.parse(this);
    const prepared = { text: this.text };
    names.set(this.name, prepared);
    return prepared;
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({ name, read: pg.types.getTypeParser(dataTypeID, 'text') }));
  }

  handleDataRow({ fields: texts }: { fields: readonly (string | null)[] }): void {
    if (this.failure) return;
    const row: Record<string, unknown> = {};
    let i = 0;
    try {
      for (const { name, read } of this.columns ?? []) {
        const text = texts[i++];
        row[name] = typeof text === 'string' ? read(text) : null;
      }
    } catch (error) {
      this.failure = error as Error; // of a parser of types
    }
    this.found.push(row as R);
  }

  handleCommandComplete({ text }: { text: string }): void {
    // "INSERT 0 1", "SELECT 25"; other commands count nothing.
    const count = Number(text.slice(text.lastIndexOf(' ') + 1));
    this.rowCount = Number.isNaN(count) ? null : count;
    if (this.prepared) this.prepared.columns = this.columns ?? [];
  }

  handleReadyForQuery(): void {
    this.settle(this.failure, { rows: this.found, rowCount: this.rowCount });
  }

  handleError(error: Error): void {
    if (this.prepared && !this.prepared.columns) this.prepared.text = null;
    this.settle(error, { rows: [], rowCount: null });
  }
}

/** Sends a statement, which is called back once. Without a name it is sent as pg does it. */
export function sendQuery<R extends object>(client: pg.ClientBase, query: Statement, settle: Settle<R>): void {
  const { name, text, values } = query;
  if (name === undefined)
    client.query(text, [...values], (error: Error | null, answer: pg.QueryResult<R>) =>
      settle(error ?? undefined, answer),
    );
  else client.query(new NamedQuery<R>({ name, text, values }, settle) as unknown as pg.Submittable);
}

/** As `sendQuery`. An error says where it was asked, and not where its answer was read. */
export async function ask<R extends object>(client: pg.ClientBase, query: Statement): Promise<Answer<R>> {
  try {
    return await new Promise((resolve, reject) => {
      sendQuery<R>(client, query, (error, answer) => {
        if (error) reject(error);
        else resolve(answer);
      });
    });
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

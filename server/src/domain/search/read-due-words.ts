import type { Database, Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { knownBy } from './known-by.ts';
import { WordVector } from './word-vector.ts';
import { type DueTicket, isOver, type Patience, writeTickets } from './write-ticket-words.ts';

/** One process reads at a time; the others find nothing to do. */
const lockNumber = 7_274_539_033;
const dueMax = 300;
/** Of a transaction: about so much, and never nothing. */
const messagesMax = 500;
const milliseconds = 200;

type Due = DueTicket & { readonly id: number; readonly customer_id: number | null };

/**
 * Reads the words of what has changed, a short stretch of it: answers how many changes it came across. What it found and what
 * it has done become true together, so that nothing is left out whenever a process dies. What was written comes first, then
 * what changed many tickets at once and the rest of long ones, and tags that have another name by now at last.
 */
export async function readDueWords(db: Database, most = { messages: messagesMax, milliseconds }): Promise<number> {
  const { taken, tag } = await db.transaction(
    'system',
    async (tx) => {
      const mine = await tx.row<{ is_mine: boolean }>(
        sql`select pg_try_advisory_xact_lock(${lockNumber}::bigint) as is_mine`,
      );
      if (!mine?.is_mine) return { taken: 0 };
      const patience = { messages: most.messages, until: performance.now() + most.milliseconds, isOnward: false };
      // Held from before it is read: whoever changes something of it meanwhile notes it anew.
      const due = await tx.rows<Due>(
        sql`select id, ticket_id, customer_id, from_message from search_due order by is_late, id${sql.limit(dueMax)} for update skip locked`,
      );
      if (due.length > 0) await readDue(tx, due, patience);
      const tag = due.length < dueMax && !isOver(patience) ? await readChangedTag(tx, patience) : undefined;
      return { taken: due.length, tag };
    },
    { isRepeatable: true, isPlannedOnce: true },
  );
  return taken + (tag ? await noteTagRead(db, tag) : 0);
}

async function readDue(tx: Tx, due: readonly Due[], patience: Patience): Promise<void> {
  await writeCustomers(tx, [...new Set(due.flatMap((one) => one.customer_id ?? []))]);
  const left = await writeTickets(tx, due, patience);
  const rest = due.filter((one) => one.ticket_id !== null && left.has(one.ticket_id));
  const done = due.filter((one) => !rest.includes(one));
  await tx.run(sql`delete from search_due where id = any (${done.map((one) => one.id)}::bigint[])`);
  // What else was written goes before the rest of a long ticket.
  const begun = rest.flatMap(({ id, ticket_id, from_message }) => {
    const from = left.get(ticket_id ?? 0) ?? 0;
    return from === from_message ? [] : [{ id, from }];
  });
  if (begun.length > 0)
    await tx.run(
      sql`update search_due d set from_message = w.since, is_late = 1
          from unnest(${begun.map((one) => one.id)}::bigint[], ${begun.map((one) => one.from)}::bigint[]) w (id, since) where d.id = w.id`,
    );
}

/** `version`: which row it was; `next`: behind which of its tickets it is gone on, null where all have been read. */
type ReadTag = { readonly id: number; readonly version: string; readonly next: number | null };

/** Some tickets of a tag that has another name by now. It is not held: whoever tags or renames meanwhile waits for nothing. */
async function readChangedTag(tx: Tx, patience: Patience): Promise<ReadTag | undefined> {
  const tag = await tx.row<{ id: number; company_id: number; search_after: number; version: string }>(
    sql`select id, company_id, search_after, xmin::text as version from tags where search_after is not null order by id limit 1`,
  );
  if (!tag) return undefined;
  const { id, version } = tag;
  const tagged = await tx.rows<{ ticket_id: number }>(
    sql`select ticket_id from ticket_tags where company_id = ${tag.company_id} and tag_id = ${id} and ticket_id > ${tag.search_after} order by ticket_id${sql.limit(dueMax)}`,
  );
  const left = await writeTickets(
    tx,
    tagged.map(({ ticket_id }) => ({ ticket_id, from_message: 0 })),
    patience,
  );
  const unread = tagged.findIndex(({ ticket_id }) => left.get(ticket_id) === 0);
  const read = unread < 0 ? tagged : tagged.slice(0, unread);
  const begun = read.filter(({ ticket_id }) => left.has(ticket_id));
  if (begun.length > 0)
    await tx.run(
      sql`insert into search_due (company_id, ticket_id, from_message, is_late)
          select ${tag.company_id}::bigint, *, 1 from unnest(${begun.map((one) => one.ticket_id)}::bigint[], ${begun.map((one) => left.get(one.ticket_id))}::bigint[])`,
    );
  const isWhole = unread < 0 && tagged.length < dueMax;
  return { id, version, next: isWhole ? null : (read.at(-1)?.ticket_id ?? tag.search_after) };
}

/**
 * A tag that was changed in between is another row by now, and all of its tickets are read again. On its own, and without
 * waiting: whoever tags holds the tag and waits for tickets, which nobody holds by now. Answers how many it noted.
 */
function noteTagRead(db: Database, { id, version, next }: ReadTag): Promise<number> {
  return db.transaction(
    'system',
    (tx) =>
      tx.run(
        sql`update tags set search_after = ${next}::bigint
            where id in (select id from tags where id = ${id} and xmin::text = ${version} for no key update skip locked)`,
      ),
    { isRepeatable: true, isPlannedOnce: true },
  );
}

type CustomerRow = { id: number; company_id: number; names: string[]; phones: string[] };

async function writeCustomers(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx.rows<CustomerRow>(
    sql`select c.id, c.company_id, array_remove(array[c.first_name || ' ' || c.last_name, c.email] || ${knownBy}, null) as names,
          array_remove(array[c.phone] || ${knownBy}, null) as phones
        from customers c where c.id = any (${ids}::bigint[])`,
  );
  const vectors = rows.map((row) => {
    const vector = new WordVector(row.company_id);
    for (const name of new Set(row.names)) vector.addName(name);
    for (const phone of row.phones) vector.addPhone(phone);
    return vector.toString();
  });
  await tx.run(
    sql`insert into search_customers (company_id, customer_id, words)
        select * from unnest(${rows.map((row) => row.company_id)}::bigint[], ${rows.map((row) => row.id)}::bigint[], ${vectors}::tsvector[])
        on conflict (customer_id) do update set words = excluded.words`,
  );
}

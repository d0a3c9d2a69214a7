import type { Database, Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { type Head, headVector, type SaidInTicket, ticketVectors } from './ticket-words.ts';
import { WordVector } from './word-vector.ts';

/** One process reads at a time; the others find nothing to do. */
const lockNumber = 7_274_539_033;
const dueMax = 300;
const messagesPerLook = 100;
/** Of one message; beyond it nobody searches, and a vector has an end. */
const lettersMax = 300_000;
const quotedLettersMax = 50_000;

type Due = {
  id: number;
  ticket_id: number | null;
  customer_id: number | null;
  from_message: number;
};
type DueTicket = Pick<Due, 'ticket_id' | 'from_message'>;

/**
 * Reads the words of what has changed, a stretch of it: answers how many changes it took. What it found and what it has
 * done become true together, so that nothing is left out whenever a process dies. What was written comes first, then what
 * changed many tickets at once, and tags that have another name by now at last.
 */
export async function readDueWords(db: Database): Promise<number> {
  return db.transaction(
    'system',
    async (tx) => {
      const mine = await tx.row<{ is_mine: boolean }>(
        sql`select pg_try_advisory_xact_lock(${lockNumber}::bigint) as is_mine`,
      );
      if (!mine?.is_mine) return 0;
      // Held from before it is read: whoever changes something of it meanwhile notes it anew.
      const due = await tx.rows<Due>(
        sql`select id, ticket_id, customer_id, from_message from search_due order by is_late, id${sql.limit(dueMax)} for update skip locked`,
      );
      const tag = due.length < dueMax ? await takeChangedTag(tx) : undefined;
      if (due.length === 0 && !tag) return 0;
      const tagged = tag ? await takeTicketsOf(tx, tag, dueMax - due.length) : [];
      await writeCustomers(tx, [...new Set(due.flatMap((one) => one.customer_id ?? []))]);
      await writeTickets(tx, [...due, ...tagged]);
      await tx.run(sql`delete from search_due where id = any (${due.map((one) => one.id)}::bigint[])`);
      return due.length + tagged.length + (tag ? 1 : 0);
    },
    { isRepeatable: true, isPlannedOnce: true },
  );
}

type ChangedTag = { id: number; company_id: number; search_after: number };

/** Held until its tickets are written: whoever changes it once more waits, and has all of them read again. */
const takeChangedTag = (tx: Tx): Promise<ChangedTag | undefined> =>
  tx.row<ChangedTag>(
    sql`select id, company_id, search_after from tags where search_after is not null order by id limit 1 for no key update skip locked`,
  );

async function takeTicketsOf(tx: Tx, tag: ChangedTag, max: number): Promise<DueTicket[]> {
  const next = await tx.rows<{ ticket_id: number }>(
    sql`select ticket_id from ticket_tags where company_id = ${tag.company_id} and tag_id = ${tag.id} and ticket_id > ${tag.search_after} order by ticket_id limit ${max}`,
  );
  const last = next.length < max ? undefined : next.at(-1);
  await tx.run(sql`update tags set search_after = ${last?.ticket_id ?? null}::bigint where id = ${tag.id}`);
  return next.map(({ ticket_id }) => ({ ticket_id, from_message: 0 }));
}

type CustomerRow = { id: number; company_id: number; names: string[]; phones: string[] };

const knownBy = sql`array(select i.value from customer_identities i where i.customer_id = c.id)`;

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
    for (const phone of row.phones.filter(isPhone)) vector.addPhone(phone);
    return vector.toString();
  });
  await tx.run(
    sql`insert into search_customers (company_id, customer_id, words)
        select * from unnest(${rows.map((row) => row.company_id)}::bigint[], ${rows.map((row) => row.id)}::bigint[], ${vectors}::tsvector[])
        on conflict (customer_id) do update set words = excluded.words`,
  );
}

const isPhone = (value: string) => /^[+(\d][\d\s().+\-–]*$/.test(value);

type HeadRow = Head & { id: number; company_id: number };

async function writeTickets(tx: Tx, due: readonly DueTicket[]): Promise<void> {
  const since = new Map<number, number>();
  for (const { ticket_id: id, from_message: from } of due)
    if (id !== null) since.set(id, Math.min(from, since.get(id) ?? from));
  const ids = [...since.keys()];
  if (ids.length === 0) return;
  const heads = await tx.rows<HeadRow>(
    sql`select t.id, t.company_id, t.number, t.title, c.first_name || ' ' || c.last_name as name, array_remove(array[c.email] || ${knownBy}, null) as addresses,
          array_remove(array[c.phone] || ${knownBy}, null) as phones,
          array(select g.name from ticket_tags x join tags g on g.id = x.tag_id and g.is_deleted = 0 where x.ticket_id = t.id) as tags
        from tickets t join customers c on c.id = t.customer_id where t.id = any (${ids}::bigint[])`,
  );
  const starts = await tx.rows<{ ticket_id: number; part: number; from_message: number }>(
    sql`select w.ticket_id, min(p.part) as part, min(p.from_message) as from_message
        from unnest(${ids}::bigint[], ${ids.map((id) => since.get(id))}::bigint[]) w (ticket_id, since)
          cross join lateral (select max(from_message) as at from search_texts s where s.ticket_id = w.ticket_id and s.part > 0 and s.from_message <= w.since) l
          join search_texts p on p.ticket_id = w.ticket_id and p.part > 0 and p.from_message = l.at group by 1`,
  );
  const startOf = new Map(starts.map((one) => [one.ticket_id, one]));
  const written: Written[] = [];
  const ended: { id: number; parts: number }[] = [];
  let open = heads.map((head) => {
    const { part, from_message: from } = startOf.get(head.id) ?? { part: 1, from_message: 0 };
    written.push({ head, part: 0, from: 0, to: 0, words: headVector(head).toString() });
    return { head, from, packed: ticketVectors(head, part) };
  });
  while (open.length > 0) {
    const said = await messagesOf(tx, open);
    const more: typeof open = [];
    for (const one of open) {
      const rows = said.get(one.head.id) ?? [];
      for (const row of rows) written.push(...one.packed.add(row).map((part) => ({ head: one.head, ...part })));
      const last = rows.at(-1);
      if (last && rows.length === messagesPerLook) more.push({ ...one, from: last.id + 1 });
      else {
        const { rest, parts } = one.packed.end();
        if (rest) written.push({ head: one.head, ...rest });
        ended.push({ id: one.head.id, parts });
      }
    }
    await write(tx, written.splice(0));
    open = more;
  }
  await tx.run(
    sql`delete from search_texts s using unnest(${ended.map((one) => one.id)}::bigint[], ${ended.map((one) => one.parts)}::int[]) w (ticket_id, parts)
        where s.ticket_id = w.ticket_id and s.part > w.parts`,
  );
  // What is gone has no words; the foreign key has taken them along.
}

type Written = { head: HeadRow; part: number; from: number; to: number; words: string };

async function write(tx: Tx, parts: readonly Written[]): Promise<void> {
  if (parts.length === 0) return;
  await tx.run(
    sql`insert into search_texts (company_id, ticket_id, part, from_message, to_message, words)
        select * from unnest(${parts.map((one) => one.head.company_id)}::bigint[], ${parts.map((one) => one.head.id)}::bigint[], ${parts.map((one) => one.part)}::int[],
          ${parts.map((one) => one.from)}::bigint[], ${parts.map((one) => one.to)}::bigint[], ${parts.map((one) => one.words)}::tsvector[])
        on conflict (ticket_id, part) do update set words = excluded.words, from_message = excluded.from_message, to_message = excluded.to_message
        where search_texts.words <> excluded.words or search_texts.to_message <> excluded.to_message or search_texts.from_message <> excluded.from_message`,
  );
}

type MessageRow = SaidInTicket & { ticket_id: number };

async function messagesOf(
  tx: Tx,
  open: readonly { head: HeadRow; from: number }[],
): Promise<Map<number, MessageRow[]>> {
  const rows = await tx.rows<MessageRow>(
    sql`select m.* from unnest(${open.map((one) => one.head.company_id)}::bigint[], ${open.map((one) => one.head.id)}::bigint[], ${open.map((one) => one.from)}::bigint[]) w (company_id, ticket_id, since)
        cross join lateral (
          select m.id, m.ticket_id, m.kind, m.author_name, m.from_name, m.from_address, m.subject, left(m.body_text, ${lettersMax}) as body_text,
            -- What a first letter quotes stands nowhere else.
            case when m.id = (select min(f.id) from messages f where f.company_id = m.company_id and f.ticket_id = m.ticket_id) then left(m.quoted_text, ${quotedLettersMax}) else '' end as quoted_text,
            m.to_list || m.cc_list || m.bcc_list as recipients, array(select a.name from attachments a where a.message_id = m.id order by a.id) as files
          from messages m where m.company_id = w.company_id and m.ticket_id = w.ticket_id and m.id >= w.since and m.kind in ('inbound', 'outbound', 'note', 'forward', 'side_inbound', 'side_outbound')
          order by m.id${sql.limit(messagesPerLook)}) m`,
  );
  return Map.groupBy(rows, (row) => row.ticket_id);
}

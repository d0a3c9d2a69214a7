import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { knownBy } from './known-by.ts';
import { type Head, headVector, type SaidInTicket, ticketVectors } from './ticket-words.ts';

/** Looked at together: most tickets have had one message since. */
const ticketsPerLook = 50;
const messagesPerLook = 10;
/** Of a few tickets so many at once. */
const fewTickets = 5;
const messagesOfFew = 100;
/** Of one message; beyond it nobody searches, and a vector has an end. */
const lettersMax = 300_000;
const quotedLettersMax = 50_000;

export type DueTicket = { readonly ticket_id: number | null; readonly from_message: number };

/** How much is read in one transaction: everybody's news waits for its end, and whoever writes in the tickets may, too. */
export type Patience = {
  /** Changes while it is read. */
  messages: number;
  /** By `performance.now()`. */
  readonly until: number;
  /** Whether anything has come further: before that there is no end, however slow it is. */
  isOnward: boolean;
};

export const isOver = ({ messages, until, isOnward }: Patience): boolean =>
  isOnward && (messages <= 0 || performance.now() >= until);

type HeadRow = Head & { id: number; company_id: number };

/**
 * Writes the words of tickets as far as the patience reaches, one after the other, each from the message on that it is due
 * from. Answers what is left: each ticket that is not done yet, by the message to go on from; one that was not begun by the
 * same as before. Whatever is left, the first ticket has come further.
 */
export async function writeTickets(
  tx: Tx,
  due: readonly DueTicket[],
  patience: Patience,
): Promise<ReadonlyMap<number, number>> {
  const since = new Map<number, number>();
  for (const { ticket_id: id, from_message: from } of due)
    if (id !== null) since.set(id, Math.min(from, since.get(id) ?? from));
  const left = new Map(since);
  const ids = [...since.keys()];
  for (let at = 0; at < ids.length && !isOver(patience); at += ticketsPerLook)
    await writeSome(tx, { ids: ids.slice(at, at + ticketsPerLook), since, left }, patience);
  return left;
}

type Round = {
  readonly ids: readonly number[];
  readonly since: ReadonlyMap<number, number>;
  readonly left: Map<number, number>;
};

async function writeSome(tx: Tx, { ids, since, left }: Round, patience: Patience): Promise<void> {
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
  // What is gone has no words; the foreign key has taken them along.
  for (const id of ids) if (!heads.some((head) => head.id === id)) left.delete(id);
  const reading = heads.map((head) => {
    const { part, from_message: from } = startOf.get(head.id) ?? { part: 1, from_message: 0 };
    written.push({ head, part: 0, from: 0, to: 0, words: headVector(head).toString() });
    return { head, from, read: null as number | null, packed: ticketVectors(head, part) };
  });
  for (let open = reading; open.length > 0 && !isOver(patience); open = open.filter((one) => left.has(one.head.id))) {
    const perTicket = open.length > fewTickets ? messagesPerLook : messagesOfFew;
    const said = await messagesOf(tx, open, perTicket);
    for (const one of open) {
      if (isOver(patience)) break;
      const { id } = one.head;
      const rows = said.get(id) ?? [];
      for (const row of rows) {
        written.push(...one.packed.add(row).map((part) => ({ head: one.head, ...part })));
        one.read = row.id;
        one.from = row.id + 1;
        left.set(id, one.from);
        patience.messages--;
        // What is read once more, to go on from the beginning of its part, is no step further.
        patience.isOnward ||= row.id >= (since.get(id) ?? 0);
        if (isOver(patience)) break;
      }
      const isAtItsEnd = rows.length < perTicket && one.read === (rows.at(-1)?.id ?? one.read);
      if (!isAtItsEnd) continue;
      left.delete(id);
      patience.isOnward = true;
    }
    await write(tx, written.splice(0));
  }
  const begun = reading.filter((one) => one.read !== null || !left.has(one.head.id));
  const ended = begun.map(({ head, read, packed }) => {
    const { rest, parts } = packed.end();
    if (rest) written.push({ head, ...rest });
    return { id: head.id, parts, upTo: left.has(head.id) ? read : null };
  });
  await write(tx, written);
  // Parts from before; of a ticket that is gone on with, those that tell of what has been read.
  await tx.run(
    sql`delete from search_texts s using unnest(${ended.map((one) => one.id)}::bigint[], ${ended.map((one) => one.parts)}::int[], ${ended.map((one) => one.upTo)}::bigint[]) w (ticket_id, parts, up_to)
        where s.ticket_id = w.ticket_id and s.part > w.parts and (w.up_to is null or s.from_message <= w.up_to)`,
  );
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
  perTicket: number,
): Promise<Map<number, MessageRow[]>> {
  const rows = await tx.rows<MessageRow>(
    sql`select m.* from unnest(${open.map((one) => one.head.company_id)}::bigint[], ${open.map((one) => one.head.id)}::bigint[], ${open.map((one) => one.from)}::bigint[]) w (company_id, ticket_id, since)
        cross join lateral (
          select m.id, m.ticket_id, m.kind, m.author_name, m.from_name, m.from_address, m.subject, left(m.body_text, ${lettersMax}) as body_text,
            -- What a first letter quotes stands nowhere else.
            case when m.id = (select min(f.id) from messages f where f.company_id = m.company_id and f.ticket_id = m.ticket_id) then left(m.quoted_text, ${quotedLettersMax}) else '' end as quoted_text,
            m.to_list || m.cc_list || m.bcc_list as recipients, array(select a.name from attachments a where a.message_id = m.id order by a.id) as files
          from messages m where m.company_id = w.company_id and m.ticket_id = w.ticket_id and m.id >= w.since and m.kind in ('inbound', 'outbound', 'note', 'forward', 'side_inbound', 'side_outbound')
          order by m.id${sql.limit(perTicket)}) m`,
  );
  return Map.groupBy(rows, (row) => row.ticket_id);
}

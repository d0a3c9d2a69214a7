import type { z } from 'zod';
import type { foundTicket } from '#contract/search.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { type Asked, anyWanted, lookFor, wantedWords } from './asked.ts';
import type { FoundId } from './find-ticket-ids.ts';
import { excerptOf, type Found, markPhone, markWords } from './mark-words.ts';
import { filterTerm, type Term } from './word-query.ts';

type Answer = z.input<typeof foundTicket>;
type Row = Omit<Answer, 'case_number' | 'title' | 'customer' | 'hit'> & {
  case_number: string;
  title: string;
  customer: string;
  email: string | null;
  phone: string | null;
  tags: string[];
  message: string;
};
type MessageRow = {
  id: number;
  ticket_id: number;
  /** Null: it stands in the thread itself. */
  side_id: number | null;
  kind: string;
  author: string;
  text: string;
  quoted: string;
  files: string[];
};

/** Of one message; a find beyond it is shown without its words. */
const lettersMax = 20_000;
const messagesMax = 10;
/** Of one ticket; a word that is everywhere stands in all of them. */
const partsMax = 20;

/** How found tickets are shown: what was looked for is marked, in the title and at the best place besides. */
export async function describeTickets(tx: Tx, asked: Asked, found: readonly FoundId[]): Promise<Answer[]> {
  if (found.length === 0) return [];
  const ids = found.map((one) => one.id);
  const terms = markedTerms(asked);
  const [rows, messages] = await Promise.all([
    tx.rows<Row>(
      sql`select t.id, t.company_id, co.case_prefix || '-' || t.number as case_number, t.title, trim(cu.first_name || ' ' || cu.last_name) as customer, cu.email, cu.phone,
            json_build_object('name', pr.name, 'abbreviation', pr.abbreviation, 'color', pr.color) as product, us.name as assignee,
            t.channel, t.view_type, t.is_spam, t.is_deleted, to_char(t.updated at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as updated, t.last_line as message,
            array(select g.name from ticket_tags x join tags g on g.id = x.tag_id and g.is_deleted = 0 where x.ticket_id = t.id order by g.name collate "und-x-icu") as tags
          from unnest(${ids}::bigint[]) with ordinality w (id, place) join tickets t on t.id = w.id join companies co on co.id = t.company_id
            join customers cu on cu.id = t.customer_id join products pr on pr.id = t.product_id left join users us on us.id = t.assignee_id order by w.place`,
    ),
    messagesOf(tx, asked, found),
  ]);
  return rows.map((row) => {
    const { case_number, title, customer, email, phone, tags, message, ...plain } = row;
    const isByNumber = found.find((one) => one.id === row.id)?.isByNumber ?? false;
    const name = customer || (email ?? '');
    return {
      ...plain,
      case_number: isByNumber
        ? { text: case_number, marks: [[0, case_number.length]] }
        : { text: case_number, marks: [] },
      title: pair(markWords(title, terms)),
      customer: pair(markWords(name, terms)),
      hit: isByNumber
        ? { source: 'number', message_id: null, side_id: null, author: '', text: message, marks: [] }
        : bestHit(row, messages.get(row.id) ?? [], terms),
    };
  });
}

/** Names of operators are marked where they stand, as words are. */
function markedTerms({ terms, query }: Asked): Term[] {
  const named = query.filters.filter((one) => (one.operator === 'from' || one.operator === 'to') && !one.isNegated);
  const ofNames = named.map((one) => ({ ...filterTerm(one), phone: '', isAddress: true, isNegated: false }));
  return [...terms.filter((one) => !one.isNegated), ...ofNames];
}

/** The messages of those parts in which all of the words stand, or any, where none has all; a number stands in none. */
async function messagesOf(tx: Tx, asked: Asked, found: readonly FoundId[]): Promise<Map<number, MessageRow[]>> {
  const said = found.filter((one) => !one.isByNumber);
  const [together, apart] = [said.filter((one) => !one.isApart), said.filter((one) => one.isApart)];
  const rows = await Promise.all([
    messagesWith(tx, asked, together, wantedWords(asked)),
    messagesWith(tx, asked, apart, anyWanted(asked)),
  ]);
  return Map.groupBy(rows.flat(), (row) => row.ticket_id);
}

async function messagesWith(tx: Tx, asked: Asked, found: readonly FoundId[], words: string): Promise<MessageRow[]> {
  if (found.length === 0 || words === '') return [];
  const readable = asked.companies.filter((id) => asked.caller.may(id, 'messages.get'));
  lookFor(tx, asked, words);
  return tx.rows<MessageRow>(
    sql`select m.* from unnest(${found.map((one) => one.id)}::bigint[]) w (id)
        cross join lateral (
          select s.company_id, s.ticket_id, s.from_message, s.to_message from search_texts s
          where s.ticket_id = w.id and s.to_message > 0 and s.company_id = any (${readable}::bigint[]) order by s.part limit ${partsMax}) s
        cross join lateral (
          select m.id, m.ticket_id, m.kind, case when m.kind <> 'forward' then m.side_id end as side_id, coalesce(nullif(m.author_name, ''), nullif(m.from_name, ''), m.from_address, '') as author,
            left(m.body_text, ${lettersMax}) as text, left(m.quoted_text, ${lettersMax}) as quoted, array(select a.name from attachments a where a.message_id = m.id order by a.id) as files
          from messages m where m.company_id = s.company_id and m.ticket_id = s.ticket_id and m.id between s.from_message and s.to_message
            and m.kind in ('inbound', 'outbound', 'note', 'forward', 'side_inbound', 'side_outbound') order by m.id limit ${messagesMax + 1}) m`,
  );
}

/** Where most of the words stand; of equal places the one that is said first here. */
function bestHit(row: Row, messages: readonly MessageRow[], terms: readonly Term[]): Answer['hit'] {
  let best: Place | undefined;
  for (const one of placesOf(row, messages, terms)) {
    if (one.found.terms > (best?.found.terms ?? 0)) best = one;
    // No other has more.
    if (best?.found.terms === terms.length) break;
  }
  if (best) return { ...best.hit, ...pair(best.found) };
  const source = markWords(row.title, terms).terms > 0 ? 'title' : 'message';
  return { source, ...atNoMessage, text: row.message, marks: [] };
}

type Place = { readonly found: Found; readonly hit: Omit<Answer['hit'], 'text' | 'marks'> };

const atNoMessage = { message_id: null, side_id: null, author: '' };

/** Looked through one after another, as long as somebody asks for the next. */
function* placesOf(
  { email, phone, tags, customer }: Row,
  messages: readonly MessageRow[],
  terms: readonly Term[],
): Generator<Place> {
  for (const { id, kind, side_id, author, text, quoted, files } of messages) {
    const where = { message_id: id, side_id, author };
    const source = kind === 'note' ? 'note' : isSide(kind) ? 'side' : 'message';
    const said = excerptOf(text, terms) ?? excerptOf(quoted, terms);
    if (said) yield { found: said, hit: { source, ...where } };
    for (const file of files) yield { found: markWords(file, terms), hit: { source: 'attachment', ...where } };
  }
  for (const tag of tags) yield { found: markWords(tag, terms), hit: { source: 'tag', ...atNoMessage } };
  const ofCustomer = { source: 'customer', ...atNoMessage } as const;
  if (phone !== null) yield { found: markPhone(phone, terms), hit: ofCustomer };
  if (email !== null) yield { found: markWords(customer ? `${customer} <${email}>` : email, terms), hit: ofCustomer };
}

const isSide = (kind: string) => kind === 'forward' || kind === 'side_inbound' || kind === 'side_outbound';

const pair = ({ text, marks }: Found) => ({ text, marks });

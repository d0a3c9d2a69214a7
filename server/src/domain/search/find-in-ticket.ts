import type { z } from 'zod';
import { type findInTicket as findCall, foundInTicketMax } from '#contract/search.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { excerptOf, markWords } from './mark-words.ts';
import { type Term, termsOf } from './word-query.ts';

type Answer = z.input<(typeof findCall)['answer']>;
type Row = { id: number; author: string; added: string; text: string; files: string[] };

/** Read at once, of each letter so many letters of its text, and no more of a ticket than so many. */
const messagesPerRead = 200;
const lettersMax = 100_000;
const messagesMax = 5_000;

/**
 * What of a ticket's thread has all of the words, by the rules of the search, the newest first: so whoever looks for
 * something begins near the end of the thread, where they are. The caller has seen to it that it may be read.
 */
export async function findInTicket(
  tx: Tx,
  ticket: { readonly id: number; readonly company_id: number },
  words: string,
): Promise<Answer> {
  const terms = termsOf({
    words: words.split(/\s+/).map((text) => ({ text, from: 0, to: 0, isExact: false, isNegated: false })),
  });
  const found: Answer['found'] = [];
  let [before, read] = [Number.MAX_SAFE_INTEGER, 0];
  while (terms.length > 0 && found.length <= foundInTicketMax && read < messagesMax) {
    const rows = await readBefore(tx, ticket, before);
    for (const { id: message_id, author, added, ...row } of rows) {
      const hit = hitIn(row, terms);
      if (hit) found.push({ message_id, author, added, ...hit });
    }
    const last = rows.at(-1);
    if (!last || rows.length < messagesPerRead) break;
    before = last.id;
    read += rows.length;
  }
  return { found: found.slice(0, foundInTicketMax), is_capped: found.length > foundInTicketMax };
}

function hitIn({ text, files }: Pick<Row, 'text' | 'files'>, terms: readonly Term[]) {
  const hasAll = (of: string) => markWords(of, terms).terms === terms.length;
  const said = hasAll(text) ? excerptOf(text, terms) : undefined;
  if (said) return { text: said.text, marks: said.marks };
  const file = files.find(hasAll);
  return file === undefined ? undefined : { text: file, marks: markWords(file, terms).marks };
}

const readBefore = (tx: Tx, ticket: { readonly id: number; readonly company_id: number }, before: number) =>
  tx.rows<Row>(
    sql`select m.id, coalesce(nullif(m.author_name, ''), nullif(m.from_name, ''), m.from_address, '') as author,
          to_char(m.added at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as added, left(m.body_text, ${lettersMax}) as text,
          array(select a.name from attachments a where a.message_id = m.id and a.is_inline = 0 order by a.id) as files
        from messages m where m.company_id = ${ticket.company_id} and m.ticket_id = ${ticket.id} and m.id < ${before}
          and m.kind in ('inbound', 'outbound', 'note', 'call', 'forward') order by m.id desc limit ${messagesPerRead}`,
  );

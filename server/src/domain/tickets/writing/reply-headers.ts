import { cutLetters } from '#platform/cut-letters.ts';
import type { Tx } from '#platform/database.ts';
import { type Sql, sql } from '#platform/sql.ts';

/** What of the letter that is answered stands in the headers of the answer. */
export type AnsweredMail = { subject: string; mail_message_id: string | null; mail_references: string[] };

/**
 * The message that was named, or the last one of a person; failing that, the last letter at all. The thread is walked
 * from its end: sorted by what each message is, it would be read as a whole, however long.
 */
export const answeredMail = (
  tx: Tx,
  ticketId: number,
  messageId: number | undefined,
): Promise<AnsweredMail | undefined> => {
  const last = (which: Sql, place = sql`1`) =>
    sql`(select ${place} as place, subject, mail_message_id, mail_references from messages
        where ticket_id = ${ticketId} and company_id = (select company_id from tickets where id = ${ticketId}) and ${which} order by id desc limit 1)`;
  const ofPerson = last(sql`kind = 'inbound' and mail_kind = 'human' and ${hasMailId}`);
  const ofAnybody = last(sql`kind in ('inbound', 'outbound') and ${hasMailId}`, sql`2`);
  return tx.row<AnsweredMail>(
    messageId === undefined
      ? sql`${ofPerson} union all ${ofAnybody} order by place limit 1`
      : // A letter of a side conversation is none that the customer could be answered to.
        last(sql`id = ${messageId} and kind in ('inbound', 'outbound')`),
  );
};
/** Not `is not null`: PostgreSQL would take the index of all such messages of the company for that of the thread. */
const hasMailId = sql`coalesce(mail_message_id, '') <> ''`;

/** RFC 5322 section 3.6.4: the parent's references and the parent. Cut in the middle, keeping the first and the latest. */
const referencesMax = 20;
export function chain(parent: AnsweredMail): string[] {
  const all = [...new Set([...parent.mail_references, ...(parent.mail_message_id ? [parent.mail_message_id] : [])])];
  return all.length <= referencesMax ? all : [...all.slice(0, 1), ...all.slice(1 - referencesMax)];
}

export const firstSubject = (subject: string, casePrefix: string, number: number): string =>
  subjectWith(subject.trim(), `[${casePrefix}-${number}]`);

/**
 * One `Re:` and one case number, however often the letter went to and fro: of `former` ones the ticket's own, by which its
 * letters are kept together where they arrive.
 */
export function replySubject(
  subject: string,
  casePrefix: string,
  number: number,
  former: readonly string[] = [],
): string {
  const known = former.find((one) => one.endsWith(`-${number}]`)) ?? `[${casePrefix}-${number}]`;
  const bare = withoutNumbers(subject, casePrefix, former)
    .replace(/^((re|fwd?|aw|wg|відп|відповідь|rv|sv|antw)(\[\d+\])?\s*[::]\s*)+/i, '')
    .trim();
  return subjectWith(`Re: ${bare || '—'}`, known);
}

/** Too long a subject loses its last words, and never the number. */
export const subjectWith = (words: string, number: string): string =>
  `${cutLetters(words, subjectLengthMax - number.length - 1)} ${number}`.trim();
const subjectLengthMax = 998;

/** Without the numbers that this company gave; those of others are how others find their own. */
export const withoutNumbers = (subject: string, casePrefix: string, former: readonly string[] = []): string =>
  subject
    .replace(bracketed, (found, prefix: string) =>
      prefix.toUpperCase() === casePrefix.toUpperCase() || former.includes(found.trim()) ? ' ' : found,
    )
    .trim();
const bracketed = /(?:(?<!\s)\s+)?\[([^\][]{1,4})-\d{1,10}\]\s*/g;

/** Numbers in a subject that letters of the ticket ended with while the company had another prefix. */
export async function formerNumbers(tx: Tx, ticket: Place, subject: string, casePrefix: string): Promise<string[]> {
  const others = withoutNumbers(subject, casePrefix).match(bracketed) ?? [];
  if (others.length === 0) return [];
  const rows = await tx.rows<{ number: string }>(
    sql`select n as number from unnest(${others.slice(0, formerMax).map((one) => one.trim())}::text[]) n
        where exists (select from messages m where m.company_id = ${ticket.company_id} and m.ticket_id = ${ticket.id} and m.kind = 'outbound'
          and right(m.subject, length(n)) = n)`,
  );
  return rows.map((row) => row.number);
}
const formerMax = 10;
type Place = { readonly id: number; readonly company_id: number };

/** What an answer to a ticket is called that answers no letter. */
export const subjectOf = (ticket: { title: string; number: number }, casePrefix: string): string =>
  replySubject(ticket.title, casePrefix, ticket.number);

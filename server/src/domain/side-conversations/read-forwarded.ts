import type { Address } from '#contract/messages.ts';
import type { Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { escapeHtml, escapeLines } from '#platform/system-letter.ts';
import { withoutTokens } from '../mailboxes/index.ts';
import type { Ticket } from '../tickets/index.ts';
import { forwardHeads } from './forward-words.ts';

/** What stands below the own words of a letter that forwards others, and the attachments that go along. */
export type Forwarded = { readonly html: string; readonly text: string; readonly attachments: readonly number[] };

type Row = {
  id: number;
  from_name: string;
  from_address: string | null;
  to_list: Address[];
  cc_list: Address[];
  subject: string;
  body_html: string | null;
  body_text: string;
  quoted_html: string | null;
  quoted_text: string;
  added: Date;
};

type Asked = { readonly forwarded: readonly number[]; readonly forwardedAttachments: readonly number[] };
type About = { readonly userId: number; readonly textOf: (html: string) => string };

/**
 * Letters of the thread as they are quoted to somebody else: those of the customer and ours to them, never a note, a line
 * or another side conversation, never a blind copy. Tokens of ours are taken out, whoever quoted them.
 */
export async function readForwarded(
  tx: Tx,
  ticket: Ticket,
  { forwarded, forwardedAttachments }: Asked,
  { userId, textOf }: About,
): Promise<Forwarded | undefined> {
  if (forwarded.length === 0) {
    if (forwardedAttachments.length > 0) throw new Problem('not_found', { field: 'data.forwarded_attachment_ids' });
    return undefined;
  }
  const ids = [...new Set(forwarded)];
  const rows = await tx.rows<Row>(
    sql`select id, ${writer} as from_name, from_address, to_list, cc_list, subject, body_html, body_text, quoted_html, quoted_text, added from messages
        where company_id = ${ticket.company_id} and ticket_id = ${ticket.id} and id = any (${ids}::bigint[]) and kind in ('inbound', 'outbound') order by id`,
  );
  if (rows.length !== ids.length) throw new Problem('not_found', { field: 'data.forwarded_ids' });
  const person = await tx.row<{ language: 'en' | 'ua'; time_zone: string }>(
    sql`select language, coalesce(time_zone, 'UTC') as time_zone from users where id = ${userId}`,
  );
  const heads = forwardHeads(person?.language ?? 'en', person?.time_zone ?? 'UTC');
  // Of one letter everything; of several their own words, since each quotes the one before.
  const isWhole = rows.length === 1;
  const parts = rows.map((row) => {
    const lines = heads.of({
      from: { name: row.from_name, address: row.from_address ?? '' },
      ...{ at: row.added, subject: row.subject, to: row.to_list, cc: row.cc_list },
    });
    const body = row.body_html ?? plainHtml(row.body_text);
    const quoted = isWhole ? (row.quoted_html ?? plainHtml(row.quoted_text)) : '';
    const head = lines.map(([name, value]) => `<b>${escapeHtml(name)}:</b> ${escapeHtml(value)}`).join('<br>');
    const quotedText = isWhole && row.quoted_text ? `\n\n${row.quoted_text}` : '';
    const own = row.body_text || (row.body_html ? textOf(row.body_html) : '');
    return {
      html: `<p>${head}</p>${body}${quoted}`,
      text: `${lines.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${own}${quotedText}`,
    };
  });
  return {
    html: withoutTokens(
      `<p>---------- ${escapeHtml(heads.title)} ----------</p>${parts.map((part) => part.html).join('<hr>')}`,
    ),
    text: withoutTokens(
      `\n\n---------- ${heads.title} ----------\n${parts.map((part) => part.text).join('\n\n----------\n')}\n`,
    ),
    attachments: await chosenAttachments(tx, ticket, rows, forwardedAttachments),
  };
}

/** What is said in a chat comes from no address; of ours, people outside know the first name there. */
const writer = sql`case when from_address is not null then from_name when author_kind = 'user' then split_part(author_name, ' ', 1) else author_name end`;

/** Those that were chosen, and the pictures that the text shows. One content id names one picture. */
async function chosenAttachments(
  tx: Tx,
  ticket: Ticket,
  rows: readonly Row[],
  chosen: readonly number[],
): Promise<number[]> {
  const found = await tx.rows<{ id: number; is_inline: 0 | 1; content_id: string | null }>(
    sql`select id, is_inline, content_id from attachments where company_id = ${ticket.company_id} and message_id = any (${rows.map((row) => row.id)}::bigint[]) order by id`,
  );
  const known = new Set(found.map((one) => one.id));
  if (chosen.some((id) => !known.has(id))) throw new Problem('not_found', { field: 'data.forwarded_attachment_ids' });
  const wanted = new Set(chosen);
  const named = new Set<string>();
  return found.flatMap(({ id, is_inline, content_id }) => {
    const isTwice = content_id !== null && is_inline === 1 && named.has(content_id);
    if (content_id !== null) named.add(content_id);
    return !isTwice && (is_inline === 1 || wanted.has(id)) ? [id] : [];
  });
}

const plainHtml = (text: string): string => (text === '' ? '' : `<p>${escapeLines(text)}</p>`);

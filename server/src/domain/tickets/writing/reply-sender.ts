import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { escapeLines } from '#platform/system-letter.ts';
import { fillTemplate, readTicketFacts } from '../../templates/index.ts';

/** From where a reply goes, who writes it, and what may stand below it. */
export type Sender = {
  next_message_id: number;
  case_prefix: string;
  author_name: string;
  account_id: number | null;
  from_name: string;
  /** Null: the mailbox may not send from the address that was asked for. */
  from_email: string | null;
  /** Of the ticket's team, else of its product: HTML with variables. */
  signature: string;
  mailbox_signature: string;
  /** Stands below the letter. */
  logo: string | null;
};

/**
 * The mailbox the ticket came to answers it; when that is gone, the one its product names, or another one of the product.
 * Draws the message's id.
 */
export const findSender = (
  tx: Tx,
  { ticketId, from = null }: { ticketId: number; from?: string | null | undefined },
  caller: Caller,
): Promise<Sender | undefined> =>
  tx.row<Sender>(
    sql`select nextval('messages_id_seq') as next_message_id, c.case_prefix, coalesce((select name from users where id = ${caller.userId}), '') as author_name,
          s.id as account_id, coalesce(nullif(te.signature, ''), p.signature) as signature, s.signature as mailbox_signature,
          case when p.logo_in_letters = 1 then c.logo end as logo, ${senderColumns(from)}
        from tickets t join companies c on c.id = t.company_id join products p on p.id = t.product_id
        left join teams te on te.id = t.team_id and te.is_deleted = 0
        left join lateral (
          select a.id, m.from_name, m.from_email, m.signature from channel_accounts a join mailboxes m on m.id = a.id
          where a.company_id = t.company_id and a.is_deleted = 0 and a.kind = 'mailbox'
            and (a.id = t.channel_account_id or a.product_id = t.product_id or a.id = p.mailbox_id)
          order by a.id = t.channel_account_id desc nulls last, a.id = p.mailbox_id desc nulls last, a.id limit 1) s on true
        ${aliasJoin(from)} where t.id = ${ticketId}`,
  );

/** Most replies come from the mailbox's own address: then nothing is asked about others. */
const senderColumns = (from: string | null): Sql =>
  from === null
    ? sql`s.from_name, s.from_email`
    : sql`coalesce(nullif(l.name, ''), s.from_name) as from_name,
          case when lower(s.from_email) = lower(${from}) then s.from_email else l.address end as from_email`;
const aliasJoin = (from: string | null): Sql =>
  from === null
    ? sql.empty
    : sql`left join mailbox_aliases l on l.mailbox_id = s.id and lower(l.address) = lower(${from}) and l.send_as = 1 and l.accepted_at is not null`;

type Signature = { readonly html: string; readonly text: string };

/** The team's or the product's, with what is known of this ticket; else the mailbox's own, which is plain text. */
export async function signatureFor(
  tx: Tx,
  the: { ticketId: number; caller: Caller; found: Sender; textOf: (html: string) => string },
): Promise<Signature | null> {
  const { signature, mailbox_signature: ofMailbox } = the.found;
  if (signature !== '') {
    const html = signature.includes('{{')
      ? fillTemplate(signature, (await readTicketFacts(tx, the.ticketId, the.caller)).values, { rest: 'dropped' }).html
      : signature;
    return { html: `<p>-- </p>${html}`, text: the.textOf(html) };
  }
  const text = ofMailbox.trim();
  if (text === '') return null;
  return { html: `<p>-- <br>${escapeLines(text)}</p>`, text };
}

type Body = { readonly bodyHtml: string; readonly bodyText: string };

/** The letter with a signature below it, after the line by which mail programs know one. */
export function signed({ bodyHtml, bodyText }: Body, signature: Signature | null): Body {
  if (!signature) return { bodyHtml, bodyText };
  return { bodyHtml: bodyHtml + signature.html, bodyText: `${bodyText.trimEnd()}\n\n-- \n${signature.text}\n` };
}

import type { DraftKind } from '#contract/drafts.ts';
import type { Tx } from '#platform/database.ts';
import { type Sql, sql } from '#platform/sql.ts';
import type { DraftPlace } from './draft-queries.ts';

/** What left: its words, cleaned, with a signature or without, and its files. */
export type SentWords = { readonly bodyHtml: string; readonly attachments: readonly number[] };

/** Whether nothing stands in the draft `d` that did not leave with this. */
export const saysNoMore = ({ bodyHtml, attachments }: SentWords): Sql =>
  sql`(d.body_html <> '' and starts_with(${bodyHtml}, d.body_html)
    and not exists (select from attachments a where a.draft_id = d.id and a.id <> all (${[...attachments]}::bigint[])))`;

/** For so long may a page that was left keep on its way what left from the next one. */
const onItsWay = sql`interval '1 minute'`;

const kindsOfMessages: Record<DraftKind, readonly string[]> = {
  reply: ['outbound'],
  note: ['note'],
  side: ['forward', 'side_outbound'],
};

/** When these words left from this place, if they just have: then they are no draft that begins. */
export async function whenJustLeft(
  tx: Tx,
  { companyId, ticketId, userId, kind, sideId }: DraftPlace & { companyId: number },
  bodyHtml: string,
): Promise<string | undefined> {
  if (bodyHtml === '') return undefined;
  const row = await tx.row<{ at: string }>(
    sql`select ${asTime(sql`m.added`)} as at from messages m where m.company_id = ${companyId} and m.ticket_id = ${ticketId} and m.author_kind = 'user' and m.author_id = ${userId}
          and m.kind = any (${kindsOfMessages[kind]}) and (${sideId}::bigint is null or m.side_id = ${sideId})
          and m.added > now() - ${onItsWay} and starts_with(m.body_html, ${bodyHtml})
        union all
        select ${asTime(sql`d.added`)} from drafts d where d.company_id = ${companyId} and d.ticket_id = ${ticketId} and d.user_id = ${userId} and d.kind = ${kind}
          and d.state in ('waiting', 'held') and d.added > now() - ${onItsWay} and starts_with(d.body_html, ${bodyHtml})
        limit 1`,
  );
  return row?.at;
}

const asTime = (at: Sql): Sql => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;

import { type BusinessHours, isOpenAt } from '#contract/business-hours.ts';
import type { AutoReplyTexts, AutoReplyWhen } from '#contract/products.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** What a product says by itself, and by whose clock. */
export type AutoReply = {
  readonly productId: number;
  readonly companyId: number;
  readonly texts: AutoReplyTexts;
  readonly when: AutoReplyWhen;
  readonly hours: BusinessHours | null;
  readonly logo: string | null;
};

type Row = {
  company_id: number;
  texts: AutoReplyTexts;
  when: AutoReplyWhen;
  logo: string | null;
  time_zone: string | null;
  week: BusinessHours['week'];
  holidays: BusinessHours['holidays'];
};

/** The automatic reply of a product, if it is on. What a suspended company owes leaves when nobody waits for it any more: it owes none. */
export async function findAutoReply(tx: Tx, productId: number): Promise<AutoReply | undefined> {
  const row = await tx.row<Row>(
    sql`select p.company_id, p.auto_reply_texts as texts, p.auto_reply_when as when, case when p.logo_in_letters = 1 then o.logo end as logo, c.time_zone, c.week, c.holidays
        from products p join companies o on o.id = p.company_id left join calendars c on c.id = p.auto_reply_calendar_id
        where p.id = ${productId} and p.auto_reply = 1 and p.is_deleted = 0
          and p.company_id <> all ((select parley_suspended())::bigint[])`,
  );
  if (!row) return undefined;
  const { time_zone, week, holidays, ...of } = row;
  const hours = time_zone === null ? null : { time_zone, week, holidays };
  return { productId, companyId: of.company_id, texts: of.texts, when: of.when, logo: of.logo, hours };
}

export function isTimeFor({ when, hours }: Pick<AutoReply, 'when' | 'hours'>, at: number): boolean {
  return when === 'always' || (hours !== null && isOpenAt(hours, at) === (when === 'open'));
}

/** An answer a day: a second one says nothing new, and two programs that answer each other end here. */
const pauseHours = 24;
/** For all senders of a product: mail with made-up senders must not make us write to a crowd. */
export const autoRepliesPerHourMax = 300;

/**
 * Those of these addresses (in lower case) that are answered now; from here on they count as answered. Whoever asks at the
 * same time waits, and is told no.
 */
export async function claimAutoReplies(
  tx: Tx,
  the: Pick<AutoReply, 'productId' | 'companyId'>,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ address: string }>(
    sql`insert into auto_replies (company_id, product_id, address)
        select ${the.companyId}::bigint, ${the.productId}::bigint, address
        from (select distinct address from unnest(${addresses}::text[]) address order by address
          limit greatest(0, ${autoRepliesPerHourMax} - (select count(*)::int from auto_replies
            where product_id = ${the.productId} and sent_at > now() - interval '1 hour'))) asked
        order by address
        on conflict (product_id, address) do update set sent_at = now()
          where auto_replies.sent_at <= now() - make_interval(hours => ${pauseHours})
        returning address`,
  );
  return new Set(rows.map((row) => row.address));
}

import type { z } from 'zod';
import { type previewMerge as previewCall, previewLinesMax } from '#contract/ticket-merges.ts';
import type { Transactions, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { after, joined } from '../state/ticket-life.ts';
import { firstLine, type Ticket } from '../ticket-queries.ts';
import { lockForMerge, type Together } from './merge-tickets.ts';

type Preview = z.input<typeof previewCall.answer>;
type Line = Preview['first'][number];

/** What would come of a merge, and whether it is possible at all: the same questions are asked as for merging. */
export function previewMerge(db: Transactions, the: Together, caller: Caller): Promise<Preview> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const { survivor, others } = await lockForMerge(tx, the, caller);
    const all = [survivor, ...others];
    const of = sql`company_id = ${survivor.company_id} and ticket_id = any (${all.map((one) => one.id)}::bigint[])`;
    const [tickets, tags, counts, first, newest] = await Promise.all([
      facts(tx, all),
      tx.rows<Preview['tags'][number]>(
        sql`select id, name, color from tags where is_deleted = 0 and id in (
              select tag_id from ticket_tags where ticket_id = any (${all.map((one) => one.id)}::bigint[])) order by name collate "und-x-icu"`,
      ),
      tx.row<{ messages: number; attachments: number }>(
        sql`select count(*)::int as messages, coalesce(sum((select count(*) from attachments a where a.message_id = m.id and a.is_inline = 0)), 0)::int as attachments
            from messages m where ${of} and kind in ('inbound', 'outbound', 'note')`,
      ),
      lines(tx, of, 'asc'),
      lines(tx, of, 'desc'),
    ]);
    const shown = new Set(first.map((one) => one.id));
    const last = newest.filter((one) => !shown.has(one.id)).reverse();
    return {
      ...{ tickets, first, last, tags, attachments: counts?.attachments ?? 0 },
      hidden: (counts?.messages ?? 0) - first.length - last.length,
      view_type: others.reduce(united, survivor).view_type,
      different_customers: new Set(all.map((one) => one.customer_id)).size > 1,
      different_products: new Set(all.map((one) => one.product_id)).size > 1,
    };
  });
}

type Standing = Pick<Ticket, 'view_type' | 'waiting_since' | 'snoozed_until'>;
function united(here: Standing, other: Standing): Standing {
  const change = joined(here, other);
  if (!change) return here;
  const view_type = after(here.view_type, change.happening) ?? here.view_type;
  return { view_type, waiting_since: change.waitingSince, snoozed_until: null };
}

async function facts(tx: Tx, tickets: readonly Ticket[]): Promise<Preview['tickets']> {
  const ids = tickets.map((one) => one.id);
  return tx.rows<Preview['tickets'][number]>(
    sql`select t.id, co.case_prefix || '-' || t.number as case_number, t.title, t.view_type, t.message_count as messages, us.name as assignee,
          json_build_object('id', cu.id, 'name', btrim(cu.first_name || ' ' || cu.last_name), 'email', cu.email) as customer,
          json_build_object('name', pr.name, 'abbreviation', pr.abbreviation, 'color', pr.color) as product,
          to_char(t.added at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as added
        from tickets t join companies co on co.id = t.company_id join customers cu on cu.id = t.customer_id
          join products pr on pr.id = t.product_id left join users us on us.id = t.assignee_id
        where t.id = any (${ids}::bigint[]) order by array_position(${ids}::bigint[], t.id)`,
  );
}

async function lines(tx: Tx, of: Sql, direction: 'asc' | 'desc'): Promise<Line[]> {
  const rows = await tx.rows<Line & { text: string }>(
    sql`select id, ticket_id, kind, author_name as author, left(body_text, 1000) as text, to_char(added at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as added
        from messages where ${of} and kind in ('inbound', 'outbound', 'note') order by id ${sql.unsafe(direction)} limit ${previewLinesMax}`,
  );
  return rows.map(({ text, ...row }) => ({ ...row, line: firstLine(text) }));
}

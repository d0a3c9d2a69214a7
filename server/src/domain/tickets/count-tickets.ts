import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { isUnsent } from '../messages/index.ts';
import { withinReach } from '../reach/index.ts';

export type Counters = {
  views: {
    open: number;
    mine: number;
    unassigned: number;
    snoozed: number;
    mentions: number;
    drafts: number;
    answered: number;
    resolved: number;
    spam: number;
    trash: number;
  };
  products: { id: number; open: number }[];
  teams: { id: number; open: number }[];
};

/** How many tickets stand where, from rows maintained with every change: it never counts tickets. */
export async function countTickets(db: Database, caller: Caller, companyId: number | undefined): Promise<Counters> {
  const companies = caller.companies.filter(
    (id) => (companyId === undefined || id === companyId) && caller.may(id, 'tickets.get'),
  );
  const counted = companies.length > 0 && (await db.readValues<Counted>({ companies }, counting(caller, companies)));
  const { rows, mentions, drafts, letters } = counted || nothing;
  const sum = (pick: (row: Counted['rows'][number]) => boolean) =>
    rows.filter(pick).reduce((total, row) => total + row.n, 0);
  const inBucket = (bucket: string) => sum((row) => row.bucket === bucket);
  const products = [...new Set(rows.map((row) => row.product_id))];
  // 0: of no team.
  const teams = [...new Set(rows.map((row) => row.team_id))].filter((id) => id !== 0);
  return {
    views: {
      open: inBucket('open'),
      mine: sum((row) => row.bucket === 'open' && row.assignee === 'me'),
      unassigned: sum((row) => row.bucket === 'open' && row.assignee === 'nobody'),
      snoozed: inBucket('snoozed'),
      mentions,
      drafts: drafts + letters,
      answered: inBucket('answered'),
      resolved: inBucket('resolved'),
      spam: inBucket('spam'),
      trash: inBucket('trash'),
    },
    products: products.map((id) => ({ id, open: sum((row) => row.product_id === id && row.bucket === 'open') })),
    teams: teams.map((id) => ({ id, open: sum((row) => row.team_id === id && row.bucket === 'open') })),
  };
}

type Counted = {
  readonly rows: readonly {
    product_id: number;
    team_id: number;
    assignee: 'me' | 'nobody' | 'other';
    bucket: string;
    n: number;
  }[];
  readonly mentions: number;
  readonly drafts: number;
  readonly letters: number;
};
const nothing: Counted = { rows: [], mentions: 0, drafts: 0, letters: 0 };

/**
 * All in one statement. Tickets with a note that names the person and that they have not opened are few, and have an index;
 * so are those on which they have begun to write, and their letters without a ticket.
 */
function counting(caller: Caller, companies: readonly number[]): Record<keyof Counted, Sql> {
  const [first] = companies;
  const among = companies.length === 1 ? sql`= ${first}` : sql`= any (${companies}::bigint[])`;
  const within = (alias: string) => withinReach(caller, alias, companies) ?? sql.unsafe('true');
  return {
    rows: sql`select coalesce(json_agg(r), '[]') from (
        select product_id, team_id, case assignee_id when ${caller.userId} then 'me' when 0 then 'nobody' else 'other' end as assignee, bucket, sum(delta)::int as n
        from ticket_counts n where company_id ${among} and ${within('n')} group by 1, 2, 3, 4) r`,
    mentions: sql`select count(distinct t.id)::int from mentions x join messages m on m.company_id = x.company_id and m.id = x.message_id
          join tickets t on t.id = m.ticket_id and t.is_deleted = 0 and t.is_spam = 0
        where x.user_id = ${caller.userId} and x.seen_at is null and x.company_id ${among} and ${within('t')}`,
    drafts: sql`select count(distinct t.id)::int from drafts d
          join tickets t on t.company_id = d.company_id and t.id = d.ticket_id and t.is_deleted = 0 and t.is_spam = 0
        where d.user_id = ${caller.userId} and d.company_id ${among} and ${sql.unsafe(isUnsent)} and ${within('t')}`,
    // One that can be taken back for a moment has left, as far as its writer is concerned.
    letters: sql`select count(*)::int from new_letters l where l.user_id = ${caller.userId}
          and l.company_id = any (${companies.filter((id) => caller.may(id, 'messages.create'))}::bigint[])
          and (l.state in ('draft', 'held') or (l.state = 'waiting' and l.why = 'later'))`,
  };
}

const foldRowsMin = 1000;
const companiesMax = 20;
const place = sql.unsafe('product_id, assignee_id, team_id, bucket');

/**
 * Folds the appended changes of companies into a row for each place. Run now and then by a worker; readers see the same
 * sums. Whoever has most to fold comes first, and a place that is one row already stays as it is: of many people, products
 * and teams there are more places than changes.
 */
export async function foldCounts(db: Database): Promise<void> {
  await db.transaction('system', async (tx) => {
    const busy = await tx.rows<{ company_id: number }>(
      sql`select company_id from (select company_id, count(*) - 1 as spare from ticket_counts group by company_id, ${place}) p
          group by 1 having sum(spare) > ${foldRowsMin} order by sum(spare) desc limit ${companiesMax}`,
    );
    for (const { company_id } of busy) {
      await tx.run(
        sql`with gone as (delete from ticket_counts where id in (select id from ticket_counts where company_id = ${company_id}
                and (${place}) in (select ${place} from ticket_counts where company_id = ${company_id} group by ${place} having count(*) > 1) for update skip locked) returning *)
            insert into ticket_counts (company_id, ${place}, delta)
            select company_id, ${place}, sum(delta) from gone group by company_id, ${place} having sum(delta) <> 0`,
      );
    }
  });
}

import type { z } from 'zod';
import { type listOperated as call, type OperatedCompany, operatedPerPage } from '#contract/operated-companies.ts';
import type { Database } from '#platform/database.ts';
import { type Sql, sql } from '#platform/sql.ts';

type Asked = z.output<typeof call.data>;
type Counts = z.output<typeof call.answer>['counts'];

/**
 * A page of the installation's companies. What is sorted by stands in one row for each company; what is counted is
 * counted for the rows of the page alone, from counters and the ends of indexes.
 */
export async function listOperated(
  db: Database,
  { search = '', state, sort, descending, page }: Asked,
): Promise<z.output<typeof call.answer>> {
  const words = search.trim().toLowerCase();
  const found = sql`${matching(words)} and ${inState[state]}`;
  const order = sql`${sorts[sort]} ${descending ? sql`desc nulls last` : sql`asc nulls first`}, c.id`;
  return db.transaction('system', async (tx) => {
    const [counts, total, companies] = await Promise.all([
      tx.row<Counts>(
        sql`select count(*)::int as "all", count(*) filter (where ${inState.active})::int as active,
              count(*) filter (where ${inState.suspended})::int as suspended, count(*) filter (where ${inState.deleted})::int as deleted
            from companies c left join company_suspensions s on s.company_id = c.id`,
      ),
      tx.row<{ n: number }>(
        sql`select count(*)::int as n from companies c left join company_suspensions s on s.company_id = c.id where ${found}`,
      ),
      tx.rows<OperatedCompany>(
        sql`with page as (
              select c.id, c.company_name, c.added, c.is_deleted, c.last_ticket_number, g.bytes, g.measured_at, s.company_id as is_suspended, s.reason, s.contact, s.at, s.suspended_by,
                row_number() over (order by ${order}) as place
              from companies c left join company_suspensions s on s.company_id = c.id left join company_storage g on g.company_id = c.id
              where ${found} order by ${order} limit ${operatedPerPage} offset ${(page - 1) * operatedPerPage})
            select p.id, p.company_name, ${text('p.added')} as added,
              case when p.is_deleted = 1 then 'deleted' when p.is_suspended is not null then 'suspended' else 'active' end as state,
              (select json_build_object('name', u.name, 'email', u.email) from roles r join users u on u.id = r.user_id and u.is_deleted = 0
                 where r.company_id = p.id and r.is_deleted = 0 order by r.level desc, r.user_id limit 1) as owner,
              (select count(*)::int from roles r where r.company_id = p.id and r.is_deleted = 0) as members,
              (select coalesce(sum(n.delta), 0)::int from ticket_counts n where n.company_id = p.id and n.bucket = 'open') as tickets_open,
              p.last_ticket_number as tickets, p.bytes, ${text('p.measured_at')} as measured_at,
              (select ${text('e.at')} from events e where e.company_id = p.id order by e.position desc limit 1) as last_active,
              case when p.is_suspended is not null then json_build_object('reason', p.reason, 'contact', p.contact, 'at', ${text('p.at')},
                'by', (select name from users where id = p.suspended_by)) end as suspension
            from page p order by p.place`,
      ),
    ]);
    return { companies, total: total?.n ?? 0, counts: counts ?? { all: 0, active: 0, suspended: 0, deleted: 0 } };
  });
}

const inState: Readonly<Record<Asked['state'], Sql>> = {
  all: sql`true`,
  active: sql`(c.is_deleted = 0 and s.company_id is null)`,
  suspended: sql`(c.is_deleted = 0 and s.company_id is not null)`,
  deleted: sql`(c.is_deleted = 1)`,
};

const sorts: Readonly<Record<Asked['sort'], Sql>> = {
  name: sql`lower(c.company_name)`,
  added: sql`c.added`,
  tickets: sql`c.last_ticket_number`,
  bytes: sql`g.bytes`,
};

const ownerLevel = 3;

const matching = (words: string): Sql =>
  words === ''
    ? sql`true`
    : sql`(strpos(lower(c.company_name), ${words}) > 0 or exists (select from roles r join users u on u.id = r.user_id
        where r.company_id = c.id and r.is_deleted = 0 and r.level >= ${ownerLevel} and strpos(lower(u.email), ${words}) > 0))`;

const text = (column: string): Sql => sql.unsafe(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`);

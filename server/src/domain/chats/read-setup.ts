import { type BusinessHours, nextChange } from '#contract/business-hours.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import type { OpenQuidget } from './find-visitor.ts';

export type Availability = {
  readonly isOnline: boolean;
  readonly backAt: Date | null;
  readonly timeZone: string | null;
};

/** By the quidget's calendar; without one somebody is always there. Of a suspended company nobody is. */
export async function readAvailability(tx: Tx, quidget: OpenQuidget, now: Date): Promise<Availability> {
  if (quidget.is_suspended) return { isOnline: false, backAt: null, timeZone: null };
  const hours =
    quidget.calendar_id === null
      ? undefined
      : await tx.row<BusinessHours>(
          sql`select time_zone, week, holidays from calendars where company_id = ${quidget.company_id} and id = ${quidget.calendar_id} and is_deleted = 0`,
        );
  if (!hours) return { isOnline: true, backAt: null, timeZone: null };
  const { isOpen, changesAt } = nextChange(hours, now.getTime());
  return {
    isOnline: isOpen,
    backAt: isOpen || changesAt === null ? null : new Date(changesAt),
    timeZone: hours.time_zone,
  };
}

const facesMax = 3;

/** First names of some who answer here: those of the product's team, or whoever works in the company. */
export async function readFaces(tx: Tx, quidget: OpenQuidget): Promise<{ name: string; avatar: string | null }[]> {
  const rows = await tx.rows<{ name: string; avatar: string | null }>(
    sql`select split_part(u.name, ' ', 1) as name, u.avatar from products p join roles r on r.company_id = p.company_id and r.is_deleted = 0 join users u on u.id = r.user_id
        left join teams tm on tm.id = p.team_id and tm.is_deleted = 0
        left join team_members m on m.company_id = p.company_id and m.team_id = tm.id and m.user_id = u.id
        where p.company_id = ${quidget.company_id} and p.id = ${quidget.product_id} and (tm.id is null or m.user_id is not null)
        order by u.last_seen desc nulls last, u.id limit ${facesMax}`,
  );
  return rows.filter(({ name }) => name !== '');
}

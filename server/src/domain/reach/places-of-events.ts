import type { Database } from '#platform/database.ts';
import type { RecordedEvent } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import type { Place } from './within-reach.ts';

export type Placed = {
  /** Where what it speaks of stands now: whoever sees one of these may hear of it. Undefined: no matter of reach. */
  readonly now: readonly Place[] | undefined;
  /** Where its ticket stood before: whoever saw it there may hear that it is gone. */
  readonly before: Place | undefined;
};

type Row = {
  id: number;
  company_id: number;
  product_id: number | null;
  assignee_id: number | null;
  team_id: number | null;
};

/** Where the tickets, customers and mails of these events stand, for those who see only a part of a company. */
export async function placesOfEvents(
  db: Database,
  events: readonly RecordedEvent[],
): Promise<(event: RecordedEvent) => Placed> {
  const ids = (entity: string) => events.filter((one) => one.entity === entity).map((one) => one.entity_id);
  const ticketIds = events.flatMap((one) => (one.ticket_id === null ? [] : [one.ticket_id]));
  const [tickets, customers, mails] = await Promise.all([
    rowsOf(
      db,
      ticketIds,
      sql`select id, company_id, product_id, assignee_id, team_id from tickets where id = any (${ticketIds}::bigint[])`,
    ),
    // Nobody is assigned more than once to the tickets of one customer in one product and team.
    rowsOf(
      db,
      ids('customers'),
      sql`select customer_id as id, company_id, product_id, assignee_id, team_id from tickets where customer_id = any (${ids('customers')}::bigint[])
            and company_id = any (${companiesOf(events)}::bigint[]) group by 1, 2, 3, 4, 5
          union select id, company_id, null, added_by, null from customers where id = any (${ids('customers')}::bigint[])`,
    ),
    rowsOf(
      db,
      ids('inbound-mails'),
      sql`select m.id, m.company_id, coalesce(t.product_id, a.product_id) as product_id, t.assignee_id, t.team_id from inbound_mails m
            join channel_accounts a on a.id = m.mailbox_id left join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
          where m.id = any (${ids('inbound-mails')}::bigint[])`,
    ),
  ]);
  return (event) => {
    if (event.ticket_id !== null) {
      const now = tickets.get(event.ticket_id) ?? [];
      return { now, before: beforeOf(event, now[0]) };
    }
    if (event.entity === 'customers') return { now: customers.get(event.entity_id) ?? [], before: undefined };
    if (event.entity === 'inbound-mails') return { now: mails.get(event.entity_id) ?? [], before: undefined };
    return { now: undefined, before: undefined };
  };
}

const companiesOf = (events: readonly RecordedEvent[]) => [
  ...new Set(events.flatMap((one) => (one.company_id === null ? [] : [one.company_id]))),
];

async function rowsOf(
  db: Database,
  ids: readonly number[],
  query: ReturnType<typeof sql>,
): Promise<Map<number, Place[]>> {
  const found = new Map<number, Place[]>();
  if (ids.length === 0) return found;
  for (const row of await db.read<Row>('system', query)) {
    const place = {
      ...{ companyId: row.company_id, productId: row.product_id },
      ...{ assigneeId: row.assignee_id, teamId: row.team_id },
    };
    found.set(row.id, [...(found.get(row.id) ?? []), place]);
  }
  return found;
}

/** An event of a ticket that was given to somebody else, or to another product or team, or is gone for good, tells where it was. */
function beforeOf(event: RecordedEvent, now: Place | undefined): Place | undefined {
  if (event.entity !== 'tickets' || event.company_id === null || !event.before) return undefined;
  const was = now ?? { assigneeId: null, productId: null, teamId: null };
  const { assignee_id = was.assigneeId, product_id = was.productId, team_id = was.teamId } = event.before;
  return { companyId: event.company_id, assigneeId: assignee_id, productId: product_id, teamId: team_id };
}

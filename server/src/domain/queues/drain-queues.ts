import type { Database, Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { type Hours, hours, isOpen, ofCalendar } from '../calendars/index.ts';
import { isAtDesk } from '../presence/index.ts';
import {
  addEventLines,
  awaitsArchived,
  seesTickets,
  systemAuthor,
  type Ticket,
  ticketEvent,
} from '../tickets/index.ts';
import { type Agent, type Given, giveOut, hasRoom, type Routing, type Waiting } from './give-out.ts';

/** Tickets that are given out in one transaction for one team. */
const batchMax = 200;
const companiesMax = 100;

/** Somebody of team `m` who takes tickets now: there and at work, to be counted on, and of a role that sees tickets at all. */
const takesTickets = sql`u.status = 8 and ${sql.unsafe(isAtDesk('u'))} and r.is_deleted = 0 and ${seesTickets}`;

/** A look: how many tickets were given, whether there may be more, and behind which company the next look goes on. */
export type Drained = { readonly given: number; readonly isMore: boolean; readonly after: number };

/**
 * Gives out what waits wherever somebody is there, in so many companies behind that one at most: where all are busy nothing
 * is given, and the others have their turn all the same. A look at the last ones answers 0.
 */
export async function drainQueues(
  db: Database,
  after: number,
  { companiesAtOnceMax = companiesMax } = {},
): Promise<Drained> {
  const now = Date.now();
  const teams = await db.read<Hours & { company_id: number }>(
    'system',
    sql`select distinct on (t.company_id, c.id) t.company_id, ${hours} from teams t ${ofCalendar} where t.routing <> 'off' and t.is_deleted = 0 and t.company_id > ${after}
          and exists (select from tickets k where k.company_id = t.company_id and k.team_id = t.id and k.queued_at is not null and not ${awaitsArchived('k')})
          and exists (select from team_members m join roles r on r.company_id = m.company_id and r.user_id = m.user_id join users u on u.id = m.user_id
                where m.company_id = t.company_id and m.team_id = t.id and ${takesTickets})
        order by t.company_id, c.id`,
  );
  const companies = [...new Set(teams.filter((team) => isOpen(team, now)).map((team) => team.company_id))];
  const turn = companies.slice(0, companiesAtOnceMax);
  const isLast = turn.length === companies.length;
  const all = { given: 0, isMore: !isLast, after: isLast ? 0 : (turn.at(-1) ?? 0) };
  for (const companyId of turn) {
    const one = await db.transaction({ companies: [companyId] }, (tx) => drainCompany(tx, companyId, now));
    all.given += one.given;
    all.isMore ||= one.isMore;
  }
  return all;
}

type Team = { id: number; name: string; routing: Routing };

/**
 * One at a time in a company, so that nobody of two teams is given more than they can bear. What waits for a team that is closed
 * goes on waiting, whoever is there.
 */
async function drainCompany(tx: Tx, companyId: number, now: number): Promise<{ given: number; isMore: boolean }> {
  const teams = await tx.rows<Team & Hours>(
    sql`select t.id, t.name, t.routing, ${hours} from teams t ${ofCalendar}
        where t.company_id = ${companyId} and t.is_deleted = 0 and t.routing <> 'off' order by t.id for no key update of t`,
  );
  const all = { given: 0, isMore: false };
  for (const team of teams.filter((one) => isOpen(one, now))) {
    const agents = await readAgents(tx, companyId, team.id);
    const free = agents.filter(hasRoom);
    if (free.length === 0) continue;
    const queue = await claimQueue(tx, companyId, team.id, free);
    const given = giveOut(queue, team.routing, agents);
    await give(tx, { companyId, team, queue, given, agents });
    all.given += given.length;
    all.isMore ||= queue.length === batchMax && given.length > 0;
  }
  return all;
}

type Known = Agent & { readonly name: string };

/**
 * Whose role is being changed or taken this moment is passed over, and that wakes us when it is done: what they have is
 * being handed over without what we would give them. A change that begins later waits for us.
 */
const readAgents = (tx: Tx, companyId: number, teamId: number): Promise<Known[]> =>
  tx.rows<Known>(
    sql`select u.id, u.name, m.capacity, m.turn, (select coalesce(sum(n.delta), 0)::int from ticket_counts n
            where n.company_id = m.company_id and n.assignee_id = m.user_id and n.bucket = 'open') as open
        from team_members m join roles r on r.company_id = m.company_id and r.user_id = m.user_id join users u on u.id = m.user_id
        where m.company_id = ${companyId} and m.team_id = ${teamId} and ${takesTickets} order by u.id
        for key share of r skip locked`,
  );

type Queued = Waiting & Pick<Ticket, 'company_id' | 'product_id' | 'channel'>;
const ticketsLookedThroughMax = 10;

/**
 * The head of the queue. What somebody works on this moment is left out: they wake us when they are done. So is what the
 * only one with room has put back, and what waits for whoever had it where its company came from.
 */
const claimQueue = (tx: Tx, companyId: number, teamId: number, free: readonly Agent[]): Promise<Queued[]> =>
  tx.rows<Queued>(
    sql`select t.id, t.company_id, t.product_id, t.channel, t.passed_by as "passedBy", (
          select m.author_id from (select o.id from tickets o where o.company_id = t.company_id and o.customer_id = t.customer_id
              order by o.updated desc, o.id desc limit ${ticketsLookedThroughMax}) o
            cross join lateral (select m.id, m.author_id from messages m where m.company_id = t.company_id and m.ticket_id = o.id
              and m.kind = 'outbound' and m.author_kind = 'user' order by m.id desc limit 1) m
          order by m.id desc limit 1) as "lastAgent"
        from tickets t where t.company_id = ${companyId} and t.team_id = ${teamId} and t.queued_at is not null
          and t.passed_by is distinct from ${free.length === 1 ? (free[0]?.id ?? 0) : 0} and not ${awaitsArchived('t')}
        order by t.queued_at, t.id limit ${batchMax} for update of t skip locked`,
  );

type Giving = {
  readonly companyId: number;
  readonly team: Team;
  readonly queue: readonly Queued[];
  readonly given: readonly Given[];
  readonly agents: readonly Known[];
};

async function give(tx: Tx, { companyId, team, queue, given, agents }: Giving): Promise<void> {
  if (given.length === 0) return;
  await tx.run(
    sql`update tickets t set assignee_id = g."agentId", given_from = t.queued_at, passed_by = null, version = t.version + 1, updated = now()
        from json_to_recordset(${JSON.stringify(given)}::json) as g ("ticketId" bigint, "agentId" bigint) where t.company_id = ${companyId} and t.id = g."ticketId"`,
  );
  await tx.run(
    sql`update team_members m set turn = g.turn
        from (select "agentId", max(turn) as turn from json_to_recordset(${JSON.stringify(given)}::json) as g ("agentId" bigint, turn bigint) group by 1) g
        where m.company_id = ${companyId} and m.team_id = ${team.id} and m.user_id = g."agentId"`,
  );
  const ticketOf = new Map(queue.map((ticket) => [ticket.id, ticket]));
  const nameOf = new Map(agents.map((agent) => [agent.id, agent.name]));
  const all = given.flatMap((one) => {
    const ticket = ticketOf.get(one.ticketId);
    return ticket ? [{ ...one, ticket, name: nameOf.get(one.agentId) ?? '' }] : [];
  });
  const lines = await addEventLines(
    tx,
    all.map(({ ticket, name, ...one }) => ({ ticket, ...lineOf(one, name, team.name) })),
    systemAuthor,
  );
  const news = all.map(({ ticket, agentId }) => ({
    ...ticketEvent('updated', ticket, systemActor),
    detail: { before: { assignee_id: null }, after: { assignee_id: agentId } },
  }));
  await recordEvents(tx, [...lines, ...news]);
}

function lineOf({ how, open, capacity }: Given, name: string, team: string) {
  if (how === 'again') return { key: 'given_again', values: { name } };
  if (how === 'in_turn') return { key: 'given_in_turn', values: { name, team } };
  if (capacity === null) return { key: 'given_fewest', values: { name, team, open } };
  return { key: 'given_fewest_of', values: { name, team, open, capacity } };
}

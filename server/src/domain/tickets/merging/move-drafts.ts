import type { DraftKind } from '#contract/drafts.ts';
import type { Tx } from '#platform/database.ts';
import { type Happening, systemActor } from '#platform/events.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { draftEvent } from '../draft-events.ts';

type Move = { readonly companyId: number; readonly from: number; readonly to: number };
type Moved = { id: number; user_id: number; kind: DraftKind };

/**
 * What is being written, and what waits to leave, goes with its ticket. Where somebody had begun the same kind in both,
 * what was written in the other stands aside until they decide. `begunIn`: only what was last typed in one of these.
 */
export async function draftsFollow(
  tx: Tx,
  { companyId, from, to, begunIn }: Move & { readonly begunIn?: readonly number[] },
): Promise<Happening[]> {
  const moved = await move(
    tx,
    { companyId, from, to },
    begunIn ? sql`and d.origin_ticket_id = any (${begunIn}::bigint[])` : sql.empty,
  );
  for (const ticketId of [to, from]) await takeFreePlaces(tx, ticketId);
  return news({ companyId, from, to }, moved);
}

/** Letters that wait and answer one of these messages go with it: its customer is whom they are for. */
export async function answersFollow(
  tx: Tx,
  the: Move & { readonly messageIds: readonly number[] },
): Promise<Happening[]> {
  const answers = sql`and d.state in ('waiting', 'held') and d.in_reply_to = any (${the.messageIds}::bigint[])`;
  const moved = await move(tx, the, answers);
  await tx.run(
    sql`update drafts set origin_ticket_id = ${the.to} where id = any (${moved.map((one) => one.id)}::bigint[])`,
  );
  return news(the, moved);
}

/** What is being written in these side conversations goes with them. */
export async function sideDraftsFollow(
  tx: Tx,
  the: Move & { readonly sideIds: readonly number[] },
): Promise<Happening[]> {
  const moved = await move(tx, the, sql`and d.side_id = any (${the.sideIds}::bigint[])`);
  await tx.run(
    sql`update drafts set origin_ticket_id = ${the.to} where id = any (${moved.map((one) => one.id)}::bigint[])`,
  );
  await takeFreePlaces(tx, the.to);
  return news(the, moved);
}

/** Whatever was typed under the same id in both, which no desk does, is told apart. */
const move = (tx: Tx, { companyId, from, to }: Move, which: Sql): Promise<Moved[]> =>
  tx.rows<Moved>(
    sql`update drafts d set ticket_id = ${to}, state = case d.state when 'draft' then 'aside' else d.state end,
          client_id = case when exists (select from drafts o where o.ticket_id = ${to} and o.client_id = d.client_id) then gen_random_uuid() else d.client_id end
        where d.company_id = ${companyId} and d.ticket_id = ${from} ${which} returning d.id, d.user_id, d.kind`,
  );

/** Where nobody is writing, what stands aside is written on: what was typed there before what came, the newest first. */
async function takeFreePlaces(tx: Tx, ticketId: number): Promise<void> {
  await tx.run(
    sql`update drafts set state = 'draft' where id in (
          select distinct on (a.user_id, a.kind, coalesce(a.side_id, 0)) a.id from drafts a
          where a.ticket_id = ${ticketId} and a.state = 'aside' and not exists (
            select from drafts d where d.ticket_id = a.ticket_id and d.user_id = a.user_id and d.kind = a.kind
              and coalesce(d.side_id, 0) = coalesce(a.side_id, 0) and d.state = 'draft')
          order by a.user_id, a.kind, coalesce(a.side_id, 0), a.origin_ticket_id = a.ticket_id desc, a.updated desc)`,
  );
}

const news = ({ companyId, from, to }: Move, moved: readonly Moved[]): Happening[] =>
  moved.flatMap(({ id, user_id: userId, kind }) => {
    const about = { id, userId, kind, actor: systemActor };
    return [
      draftEvent('deleted', { id: from, company_id: companyId }, about),
      draftEvent('created', { id: to, company_id: companyId }, about),
    ];
  });

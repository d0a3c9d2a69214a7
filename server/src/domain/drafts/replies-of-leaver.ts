import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { draftEvent } from '../tickets/index.ts';

type Held = { readonly id: number; readonly ticket_id: number; readonly assignee_id: number | null };

/**
 * Whoever leaves a company sends nothing there any more: their replies that wait are held. Of each of them, and of those that
 * were held before, whoever has the ticket by now is told, or `keeper` where nobody has it. Answers of how many `heir` is told.
 */
export async function holdRepliesOf(
  tx: Tx,
  { companyId, userId, keeper, heir }: { companyId: number; userId: number; keeper: number; heir: number | null },
): Promise<number> {
  const held = await tx.rows<Held>(
    sql`update drafts d set state = 'held', held_key = case d.state when 'waiting' then 'writer_left' else d.held_key end, version = d.version + 1, updated = now()
        from tickets t where d.company_id = ${companyId} and d.user_id = ${userId} and d.state in ('waiting', 'held') and t.company_id = d.company_id and t.id = d.ticket_id
        returning d.id, d.ticket_id, nullif(t.assignee_id, ${userId}::bigint) as assignee_id`,
  );
  await tellOf(tx, { companyId, userId }, held, keeper);
  return held.filter(({ assignee_id }) => (assignee_id ?? keeper) === heir).length;
}

/** Whoever is back decides about their replies themselves: what was written meanwhile they have not seen. */
export async function giveRepliesBack(tx: Tx, the: { companyId: number; userId: number }): Promise<void> {
  const held = await tx.rows<Held>(
    sql`update drafts set version = version + 1, updated = now() where company_id = ${the.companyId} and user_id = ${the.userId} and state = 'held'
        returning id, ticket_id, null::bigint as assignee_id`,
  );
  await tellOf(tx, the, held, the.userId);
}

const tellOf = (
  tx: Tx,
  { companyId, userId }: { companyId: number; userId: number },
  held: readonly Held[],
  keeper: number,
) =>
  recordEvents(
    tx,
    held.map(({ id, ticket_id, assignee_id }) => ({
      ...draftEvent(
        'updated',
        { id: ticket_id, company_id: companyId },
        { id, userId, kind: 'reply', actor: systemActor },
      ),
      detail: { held_for: assignee_id ?? keeper },
    })),
  );

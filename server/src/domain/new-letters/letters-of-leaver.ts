import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { letterEvent } from './new-letter-queries.ts';

/**
 * Letters without a ticket are seen by their writer alone, so those that wait, or are held, when their writer leaves a company
 * become `keeper`'s, held. A ticket that was to be the leaver's goes to `heir`, or to nobody. Answers how many there are.
 */
export async function handOverLetters(
  tx: Tx,
  the: { companyId: number; userId: number; keeper: number; heir: number | null },
): Promise<number> {
  const moved = await tx.rows<{ id: number }>(
    sql`update new_letters set user_id = ${the.keeper}, handed_from = ${the.userId}, device = null, version = version + 1, updated = now(),
          held_key = case state when 'waiting' then 'writer_left' else held_key end, state = 'held',
          assignee_id = case when assignee_id = ${the.userId} then ${the.heir}::bigint else assignee_id end
        where company_id = ${the.companyId} and user_id = ${the.userId} and state in ('waiting', 'held') returning id`,
  );
  await follow(tx, the.companyId, moved, the.keeper);
  return moved.length;
}

/** Whoever is back gets those that nobody touched meanwhile, and decides themselves. */
export async function giveLettersBack(tx: Tx, the: { companyId: number; userId: number }): Promise<void> {
  const back = await tx.rows<{ id: number; user_id: number }>(
    sql`select id, user_id from new_letters where company_id = ${the.companyId} and handed_from = ${the.userId} and state = 'held' order by id for update`,
  );
  // Their lists lose them.
  await recordEvents(
    tx,
    back.map(({ id, user_id }) =>
      letterEvent('deleted', { id, companyId: the.companyId, userId: user_id, actor: systemActor }),
    ),
  );
  await tx.run(
    sql`update new_letters set user_id = ${the.userId}, handed_from = null, version = version + 1, updated = now() where id = any (${back.map(({ id }) => id)}::bigint[])`,
  );
  await follow(tx, the.companyId, back, the.userId);
}

/** Files go along with their letters, and whoever has them now is told. */
async function follow(tx: Tx, companyId: number, letters: readonly { id: number }[], to: number): Promise<void> {
  const ids = letters.map(({ id }) => id);
  await tx.run(sql`update attachments set uploaded_by = ${to} where new_letter_id = any (${ids}::bigint[])`);
  await recordEvents(
    tx,
    ids.map((id) => letterEvent('updated', { id, companyId, userId: to, actor: systemActor })),
  );
}

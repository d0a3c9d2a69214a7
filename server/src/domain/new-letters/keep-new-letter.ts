import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { type Begun, type Composed, findComposed, findPlace, type LetterTools, rehearse } from '../tickets/index.ts';
import { findLetter, letterEvent, type StoredLetter } from './new-letter-queries.ts';
import { freeFiles, holdFiles, putLetter, requireRoom, takeTurns } from './save-new-letter.ts';

/** When it leaves, and why not at once. */
type Waiting = { readonly why: 'undo'; readonly seconds: number } | { readonly why: 'later'; readonly sendAt: string };

/** What became of a letter that is asked for a second time, while no ticket has begun with it yet: until when it waits. */
export async function findKept(db: Database, clientId: string, caller: Caller): Promise<string | undefined> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const kept = await findLetter(tx, { clientId, userId: caller.userId });
    refuseTakenBack(kept);
    return kept?.state === 'waiting' ? (kept.send_at ?? undefined) : undefined;
  });
}

function refuseTakenBack(kept: StoredLetter | undefined): void {
  if (kept?.state === 'taken_back') throw new Problem('was_taken_back', { field: 'data.client_id' });
}

/**
 * Keeps a finished letter until its time. No ticket begins and no customer is made before it leaves, so that taking it back
 * leaves no trace; whatever would refuse it then refuses it now. Answers until when it waits, or the tickets it has begun
 * already, when it is asked for again.
 */
export async function keepNewLetter(
  db: Database,
  the: Composed,
  waiting: Waiting,
  caller: Caller,
  letters: LetterTools,
): Promise<string | readonly Begun[]> {
  await rehearse(db, the, caller, letters);
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const { company_id: companyId } = await findPlace(tx, the.productId, caller);
    await takeTurns(tx, caller.userId);
    const who = { clientId: the.clientId, userId: caller.userId };
    const before = await findLetter(tx, who);
    refuseTakenBack(before);
    if (before?.state === 'waiting' && before.send_at) return before.send_at;
    const begun = await findComposed(tx, companyId, the.clientId);
    if (begun.length > 0) return begun;
    if (!before) await requireRoom(tx, { companyId, userId: caller.userId });
    const id = await putLetter(tx, { ...writtenOf(the), ...who, companyId, device: null });
    await holdFiles(tx, { id, companyId, attachments: the.attachments }, caller);
    const sendAt =
      waiting.why === 'undo'
        ? sql`now() + make_interval(secs => ${waiting.seconds})`
        : sql`${waiting.sendAt}::timestamp at time zone 'UTC'`;
    const row = await tx.row<{ at: string }>(
      sql`update new_letters set state = 'waiting', why = ${waiting.why}, send_at = ${sendAt}, then_do = ${the.andThen ? JSON.stringify(the.andThen) : null}::jsonb
          where id = ${id} returning to_char(send_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at`,
    );
    if (!row) throw new Error('a letter that was kept is not there');
    await recordEvents(tx, [letterEvent(before ? 'updated' : 'created', { id, companyId, userId: caller.userId })]);
    return row.at;
  });
}

const writtenOf = (the: Composed) => ({
  ...{ type: the.type, productId: the.productId, from: the.from ?? null, customerId: the.customerId ?? null },
  recipients: { to: [...the.to], cc: [...the.cc], bcc: [...the.bcc] },
  ...{ how: the.how, subject: the.subject, bodyHtml: the.bodyHtml, bodyText: the.bodyText, templates: the.templates },
  ...{ assigneeId: the.assigneeId ?? null, tags: the.tags },
  // What waits is a letter, and calls nobody.
  mentions: [],
});

/**
 * It begins its tickets in this transaction: whatever was kept of it goes, unless its writer has taken it back. `asRead`: what
 * was kept is what leaves, so it must stand as it was read; another device may have written on meanwhile.
 */
export async function dropComposed(
  tx: Tx,
  the: { clientId: string; userId: number; asRead?: Pick<StoredLetter, 'version'> },
): Promise<void> {
  const kept = await findLetter(tx, the);
  refuseTakenBack(kept);
  if (!kept) {
    if (the.asRead) throw new Problem('already_sent', { field: 'data.client_id' });
    return;
  }
  const stands = kept.state === 'waiting' || kept.state === 'held';
  if (the.asRead && !(stands && kept.version === the.asRead.version))
    throw new Problem('not_in_this_state', { field: 'data.client_id' });
  await freeFiles(tx, kept.id);
  await recordEvents(tx, [letterEvent('deleted', { id: kept.id, companyId: kept.company_id, userId: kept.user_id })]);
  await tx.run(sql`delete from new_letters where id = ${kept.id}`);
}

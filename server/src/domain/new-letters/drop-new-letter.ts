import type { NewLetter } from '#contract/new-letters.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { findLetter, letterEvent, type StoredLetter, soleLetter } from './new-letter-queries.ts';
import { freeFiles } from './save-new-letter.ts';

/** Throws it away, also while it waits; where another version than the named one stands there, answers that, which stays. */
export async function discardNewLetter(
  db: Database,
  { clientId, version }: { clientId: string; version: number | undefined },
  caller: Caller,
): Promise<NewLetter | null> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const letter = await findLetter(tx, { clientId, userId: caller.userId });
    if (!letter || letter.state === 'taken_back') return null;
    if (version !== undefined && letter.version !== version) return soleLetter(letter);
    await freeFiles(tx, letter.id);
    await empty(tx, letter);
    await recordEvents(tx, [letterEvent('deleted', { ...about(letter) })]);
    return null;
  });
}

/** Stops it before it leaves. Whoever comes first, this or its time, decides; it goes on under an id of its own. */
export async function takeBackNewLetter(db: Database, clientId: string, caller: Caller): Promise<NewLetter> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const letter = await findLetter(tx, { clientId, userId: caller.userId });
    if (!letter) throw new Problem('already_sent', { field: 'data.client_id' });
    if (letter.state !== 'waiting' && letter.state !== 'held')
      throw new Problem('not_in_this_state', { field: 'data.client_id' });
    const again = await tx.row<{ id: number; client_id: string }>(
      sql`insert into new_letters (company_id, user_id, client_id, kind, product_id, from_address, recipients, customer_id, how, subject, body_html, body_text, template_ids, assignee_id, tag_ids, mentions)
          select company_id, user_id, gen_random_uuid(), kind, product_id, from_address, recipients, customer_id, how, subject, body_html, body_text, template_ids, assignee_id, tag_ids, mentions
          from new_letters where id = ${letter.id} returning id, client_id`,
    );
    if (!again) throw new Error('insert answered no row');
    await tx.run(sql`update attachments set new_letter_id = ${again.id} where new_letter_id = ${letter.id}`);
    await empty(tx, letter);
    await recordEvents(tx, [
      letterEvent('deleted', about(letter)),
      letterEvent('created', { ...about(letter), id: again.id }),
    ]);
    return soleLetter(await findLetter(tx, { clientId: again.client_id, userId: caller.userId }));
  });
}

const about = (letter: StoredLetter) => ({ id: letter.id, companyId: letter.company_id, userId: letter.user_id });

/** Nothing is left but that it is not to be sent. */
async function empty(tx: Tx, { id }: StoredLetter): Promise<void> {
  await tx.run(
    sql`update new_letters set state = 'taken_back', version = version + 1, updated = now(), from_address = null, recipients = '{"to": [], "cc": [], "bcc": []}',
          customer_id = null, subject = '', body_html = '', body_text = '', template_ids = '{}', assignee_id = null, tag_ids = '{}', mentions = '[]', then_do = null, held_key = null
        where id = ${id}`,
  );
}

const takenBackDays = 7;

/** Forgets what nobody came back to; not what was to leave and could not, for somebody counts on it. Files of it go like every upload that nobody sent. */
export async function forgetOldNewLetters(db: Database, days: number): Promise<void> {
  await db.transaction('system', (tx) =>
    tx.run(
      sql`delete from new_letters where state not in ('waiting', 'held') and updated < now() - make_interval(days => case when state = 'taken_back' then ${takenBackDays} else ${days}::int end)`,
    ),
  );
}

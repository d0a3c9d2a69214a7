import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { findDueLetter, postponeLetter, sendOrHold } from '../messages/index.ts';
import { composeTickets, type LetterTools, stillThen } from '../tickets/index.ts';
import { dropComposed } from './keep-new-letter.ts';
import { findLetter, letterColumns, letterEvent, type StoredLetter } from './new-letter-queries.ts';

/** Sends one that its writer does not want to wait any longer, or that was held. Answers how many tickets began. */
export async function sendNewLetterNow(
  db: Database,
  clientId: string,
  caller: Caller,
  letters: LetterTools,
): Promise<number> {
  const letter = await db.transaction({ companies: caller.companies }, (tx) =>
    findLetter(tx, { clientId, userId: caller.userId }),
  );
  if (!letter) throw new Problem('already_sent', { field: 'data.client_id' });
  if (letter.state !== 'waiting' && letter.state !== 'held')
    throw new Problem('not_in_this_state', { field: 'data.client_id' });
  // Whoever may not move its tickets any more still begins them.
  const then_do = caller.may(letter.company_id, 'tickets.update') ? letter.then_do : null;
  return send(db, { ...letter, then_do }, caller, letters);
}

/** What is due, or undefined; and in how many milliseconds the next will be. */
export const findDueNewLetter = (db: Database) => findDueLetter<StoredLetter>(db, letterColumns, sql`new_letters l`);

/** A letter whose time has come leaves in the name of its writer, who must still be allowed to. */
export const sendDueNewLetter = (
  db: Database,
  letter: StoredLetter,
  writer: Caller | undefined,
  letters: LetterTools,
): Promise<void> =>
  sendOrHold(
    writer,
    (who) => send(db, letter, who, letters),
    (key) => hold(db, letter, key),
  );

async function send(db: Database, letter: StoredLetter, writer: Caller, tools: LetterTools): Promise<number> {
  const { to, cc, bcc } = letter.recipients;
  const tickets = await composeTickets(
    db,
    {
      ...{ clientId: letter.client_id, type: letter.type, productId: letter.product_id, to, cc, bcc, how: letter.how },
      ...{ from: letter.from ?? undefined, customerId: letter.customer_id ?? undefined, subject: letter.subject },
      ...{ bodyHtml: letter.body_html, bodyText: letter.body_text, templates: letter.template_ids },
      attachments: letter.attachments.map((file) => file.id),
      ...{
        assigneeId: letter.assignee_id ?? undefined,
        tags: letter.tag_ids,
        mentions: [],
        andThen: stillThen(letter.then_do),
      },
    },
    writer,
    tools,
    // The row decides between this, its writer who takes it back, and another process.
    (tx) => dropComposed(tx, { clientId: letter.client_id, userId: letter.user_id, asRead: letter }),
  );
  return tickets.length;
}

/** It could not leave: its writer is told why, and decides. */
async function hold(db: Database, letter: StoredLetter, key: string): Promise<void> {
  await db.transaction({ companies: [letter.company_id] }, async (tx) => {
    const held = await tx.run(
      sql`update new_letters set state = 'held', held_key = ${key}, version = version + 1, updated = now() where id = ${letter.id} and state = 'waiting'`,
    );
    if (held !== 1) return;
    const about = { id: letter.id, companyId: letter.company_id, userId: letter.user_id, actor: systemActor };
    await recordEvents(tx, [letterEvent('updated', about)]);
  });
}

export const postponeNewLetter = (db: Database, letter: StoredLetter, seconds: number): Promise<void> =>
  postponeLetter(db, 'new_letters', letter, seconds);

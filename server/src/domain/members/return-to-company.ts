import type { Database } from '#platform/database.ts';
import { giveRepliesBack } from '../drafts/index.ts';
import { giveLettersBack } from '../new-letters/index.ts';
import { type Person, takeBack } from '../people/index.ts';
import { handBackTickets, mayIn } from '../tickets/index.ts';

/**
 * Takes somebody into a company again, with what was handed over when they left and is still where that put it. Whose role
 * sees no tickets by now gets none of them. Answers how many tickets that is.
 */
export async function returnToCompany(
  db: Database,
  editor: Person,
  the: { userId: number; companyId: number },
): Promise<number> {
  let handedBack = 0;
  await takeBack(db, editor, the, async (tx) => {
    await giveRepliesBack(tx, the);
    await giveLettersBack(tx, the);
    if (await mayIn(tx, the, 'tickets.get'))
      handedBack = await handBackTickets(tx, { companyId: the.companyId, to: the.userId }, editor);
  });
  return handedBack;
}

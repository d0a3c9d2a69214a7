import type { Database } from '#platform/database.ts';
import { type Person, takeBack } from '../people/index.ts';
import { handBackTickets } from '../tickets/index.ts';

/**
 * Takes somebody into a company again, with what was handed over when they left and is still where that put it. Answers how
 * many tickets that is.
 */
export async function returnToCompany(
  db: Database,
  editor: Person,
  the: { userId: number; companyId: number },
): Promise<number> {
  let handedBack = 0;
  await takeBack(db, editor, the, async (tx) => {
    handedBack = await handBackTickets(tx, { companyId: the.companyId, to: the.userId }, editor);
  });
  return handedBack;
}

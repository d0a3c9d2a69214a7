import { roleLevels } from '#contract/privileges.ts';
import type { Database } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { type House, isOperator, type Operators, oweLetter, type Person, recordAccountEvent } from '../people/index.ts';
import { twoFactorOffLetter } from './security-letters.ts';
import { endOtherSessions } from './sessions.ts';
import { addresseeOf } from './two-factor.ts';

/**
 * For a member who lost phone and recovery codes. Who resets must administer every company the member works for, at no
 * lower level: otherwise the administrator of one company could weaken the owner of another by taking them in. A company that
 * somebody was removed from has no say any more. Operators may reset anybody but themselves. Somebody absent is answered like somebody foreign.
 */
export async function resetTwoFactor(
  db: Database,
  person: Person,
  userId: number,
  the: { operators: Operators; house: House },
): Promise<void> {
  const mayAsOperator = await isOperator(db, person.userId, the.operators);
  await db.transaction('system', async (tx) => {
    const roles = await tx.rows<{ company_id: number; level: number }>(
      sql`select r.company_id, r.level from roles r join companies c on c.id = r.company_id and c.is_deleted = 0
          where r.user_id = ${userId} and r.is_deleted = 0`,
    );
    const mine = new Map(person.roles.map((role) => [role.company_id, role.level]));
    const administersAll = roles.every(({ company_id, level }) => {
      const my = mine.get(company_id) ?? 0;
      return my >= roleLevels.admin && my >= level;
    });
    const may = userId !== person.userId && (mayAsOperator || (roles.length > 0 && administersAll));
    if (!may) throw new Problem('forbidden');

    const gone = await tx.run(sql`delete from two_factors where user_id = ${userId} and confirmed_at is not null`);
    const to = await addresseeOf(tx, userId);
    if (gone === 0 || !to) throw new Problem('not_in_this_state');
    await endOtherSessions(tx, userId, null);
    await recordAccountEvent(tx, { action: 'two_factor_reset', userId, by: { kind: 'user', id: person.userId } });
    await oweLetter(tx, twoFactorOffLetter(to, { by: 'admin' }, the.house), the.house);
  });
}

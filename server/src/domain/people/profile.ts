import type { z } from 'zod';
import type { changeProfile as changeCall } from '#contract/profile.ts';
import type { Database, Tx } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem, Problems } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { recordAccountEvent } from './account-events.ts';

export type ProfileChange = z.output<typeof changeCall.data>;
type Profile = { name: string; phone: string | null; note: string | null; status: 8 | 9 };

/** Changes what is named about oneself, unless another tab or device did since it was `seen`. Colleagues are told. */
export async function changeProfile(
  db: Database,
  userId: number,
  { seen = {}, ...change }: ProfileChange,
): Promise<void> {
  await db.transaction('system', async (tx) => {
    const before = await tx.row<Profile>(
      sql`select name, phone, note, status from users where id = ${userId} for no key update`,
    );
    if (!before) throw new Problem('unauthorized');
    const after: Profile = {
      name: change.name ?? before.name,
      phone: change.phone === undefined ? before.phone : change.phone || null,
      note: change.note === undefined ? before.note : change.note || null,
      status: change.status ?? before.status,
    };
    const names = (Object.keys(after) as (keyof Profile)[]).filter((name) => after[name] !== before[name]); // keys of this very type
    if (names.length === 0) return;
    const [first, ...rest] = names
      .filter((name) => name !== 'status' && seen[name] !== undefined && seen[name] !== before[name])
      .map((name) => new Problem('conflict', { field: `data.${name}` }));
    if (first) throw new Problems([first, ...rest]);
    await tx.run(
      sql`update users set name = ${after.name}, phone = ${after.phone}, note = ${after.note}, status = ${after.status}, updated = now() where id = ${userId}`,
    );
    const only = (of: Profile) => Object.fromEntries(names.map((name) => [name, of[name]]));
    await recordAccountEvent(tx, {
      action: 'profile_changed',
      userId,
      detail: { before: only(before), after: only(after) },
    });
    await tellOfPerson(tx, userId);
  });
}

/** Whoever shows this person, and they themselves, look again. */
export async function tellOfPerson(tx: Tx, userId: number): Promise<void> {
  const companies = await tx.rows<{ company_id: number }>(
    sql`select company_id from roles where user_id = ${userId} and is_deleted = 0 order by company_id`,
  );
  const told = { entity: 'users', action: 'updated', entityId: userId, actor: { kind: 'user', id: userId } } as const;
  await recordEvents(tx, [
    { ...told, companyId: null, userId },
    ...companies.map(({ company_id }) => ({ ...told, companyId: company_id })),
  ]);
}

import type { z } from 'zod';
import type { suspendCompany as call } from '#contract/operated-companies.ts';
import type { Database, Tx } from '#platform/database.ts';
import { type Happening, recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

type Suspension = { reason: string; contact: string };

/**
 * Keeps a company from working. Said again, it corrects the words. Nudge `sessions` after it: who of it is at a desk is
 * sent away. An operator who works for it would be shut out of their own pages, so another one must do it.
 */
export async function suspendCompany(
  db: Database,
  { company_id: id, reason, contact }: z.output<typeof call.data>,
  operatorId: number,
): Promise<void> {
  await db.transaction('system', async (tx) => {
    await lockCompany(tx, id);
    const own = await tx.row(
      sql`select from roles where company_id = ${id} and user_id = ${operatorId} and is_deleted = 0`,
    );
    if (own) throw new Problem('own_company', { field: 'data.company_id' });
    const before = await tx.row<Suspension>(
      sql`select reason, contact from company_suspensions where company_id = ${id}`,
    );
    if (before?.reason === reason && before.contact === contact) return;
    await tx.run(
      sql`insert into company_suspensions (company_id, reason, contact, suspended_by) values (${id}, ${reason}, ${contact}, ${operatorId})
          on conflict (company_id) do update set reason = excluded.reason, contact = excluded.contact, suspended_by = excluded.suspended_by`,
    );
    // What is at work now loses its lease with its next stretch, and goes on from there one day.
    await tx.run(
      sql`update jobs set state = 'waiting', lease_token = null, due_at = now() where company_id = ${id} and state = 'running'`,
    );
    const detail = before ? { before, after: { reason, contact } } : { after: { reason, contact } };
    await recordEvents(tx, [happening(id, 'suspended', operatorId, detail)]);
  });
}

/** Lets it work again. What waited goes on, with the patience that it had. Nudge what may wait. */
export async function resumeCompany(db: Database, id: number, operatorId: number): Promise<void> {
  await db.transaction('system', async (tx) => {
    await lockCompany(tx, id);
    const was = await tx.row<Suspension & { at: Date }>(
      sql`delete from company_suspensions where company_id = ${id} returning reason, contact, at`,
    );
    if (!was) return;
    await tx.run(
      sql`update deliveries set give_up_at = give_up_at + (now() - greatest(${was.at}::timestamptz, give_up_at - interval '5 days'))
          where company_id = ${id} and state in ('queued', 'sending')`,
    );
    const before = { reason: was.reason, contact: was.contact };
    await recordEvents(tx, [happening(id, 'resumed', operatorId, { before })]);
  });
}

/** Whether operators keep it from working, as it is now. */
export const isSuspended = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.row(sql`select from company_suspensions where company_id = ${id}`)) !== undefined;

async function lockCompany(tx: Tx, id: number): Promise<void> {
  const company = await tx.row(sql`select from companies where id = ${id} and is_deleted = 0 for update`);
  if (!company) throw new Problem('not_found', { field: 'data.company_id' });
}

/** The trail of a company and that of the installation both take what happens to companies. */
const happening = (
  id: number,
  action: 'suspended' | 'resumed',
  operatorId: number,
  detail: Record<string, unknown>,
): Happening => ({
  ...{ companyId: id, entity: 'companies', action, entityId: id, detail, isTold: false },
  actor: { kind: 'user', id: operatorId },
});

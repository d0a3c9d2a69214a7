import type { Tx } from '#platform/database.ts';
import { type RowAction, recordEvents, systemActor } from '#platform/events.ts';

export type WhoseJob = { readonly id: number; readonly company_id: number; readonly asked_by: number };

/** Tells the desks of whoever asked. For the audit trail a job says itself what is done. */
export const tellJob = (tx: Tx, job: WhoseJob, action: RowAction): Promise<void> =>
  recordEvents(tx, [
    {
      ...{ companyId: job.company_id, userId: job.asked_by, entity: 'jobs', action, entityId: job.id },
      actor: systemActor,
    },
  ]);

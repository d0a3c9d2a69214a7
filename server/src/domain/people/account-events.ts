import type { AccountAction } from '#contract/audit.ts';
import type { Query, Tx } from '#platform/database.ts';
import { type Actor, recordingEvents } from '#platform/events.ts';
import type { Sql } from '#platform/sql.ts';

type AccountEvent = {
  action: AccountAction;
  userId: number | null;
  by?: Actor;
  detail?: Record<string, unknown>;
};

/**
 * Writes down what happened to an account, for the audit trail of the installation and of every company the person works
 * for. Call it in the transaction in which it happens; that must be one of scope 'system', since an account belongs to no
 * tenant. The address and device are the current request's.
 *
 * `userId` is null when nobody has the address that was tried; name it in `detail` then. `by` is who did it, when not the
 * person themselves (an admin who resets, an operator who unlocks; `systemActor` for Parley). `detail` is shown to admins:
 * `before` and `after` where something changed, and never a secret, a token or a code.
 */
export async function recordAccountEvent(tx: Tx, the: AccountEvent): Promise<void> {
  await tx.run(recordingAccountEvent(the));
}

/** The same as a statement, to be a part of another one. */
export const recordingAccountEvent = (the: AccountEvent): Sql & Query =>
  recordingEvents([
    {
      companyId: null,
      userId: the.userId,
      entity: 'accounts',
      action: the.action,
      entityId: the.userId,
      actor: the.by ?? { kind: 'user', id: the.userId },
      isTold: false,
      ...(the.detail ? { detail: the.detail } : {}),
    },
  ]);

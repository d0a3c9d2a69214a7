import type { ChannelHealth } from '#contract/channel-health.ts';
import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';

const historyKept = 200;

/**
 * Writes down how a channel account is doing; only a change is news. `key` is one of contract/mail-errors.ts, or of
 * contract/messenger-errors.ts.
 */
export async function noteHealth(
  tx: Tx,
  the: {
    companyId: number;
    entity: 'mailboxes' | 'integrations';
    accountId: number;
    state: ChannelHealth;
    key: string | null;
    details: string | null;
    nextTryAt: Date | null;
  },
): Promise<void> {
  const details = the.details?.replaceAll('\0', '').slice(0, 1000) ?? null;
  const changed = await tx.row<{ is_news: boolean }>(
    sql`update channel_accounts t set health_state = ${the.state}, health_key = ${the.key}, health_details = ${details}, next_try_at = ${the.nextTryAt},
          health_since = case when was.health_state = ${the.state} and was.health_key is not distinct from ${the.key} then t.health_since else now() end
        from channel_accounts was where was.id = t.id and t.id = ${the.accountId}
        returning (was.health_state <> ${the.state} or was.health_key is distinct from ${the.key}) as is_news`,
  );
  if (!changed?.is_news) return;
  await tx.run(
    sql`insert into channel_account_history (company_id, channel_account_id, state, key, details) values (${the.companyId}, ${the.accountId}, ${the.state}, ${the.key}, ${details})`,
  );
  await tx.run(
    sql`delete from channel_account_history where channel_account_id = ${the.accountId} and id < (
          select id from channel_account_history where channel_account_id = ${the.accountId} order by id desc offset ${historyKept - 1} limit 1)`,
  );
  await recordEvents(tx, [
    {
      companyId: the.companyId,
      entity: the.entity,
      action: 'updated',
      entityId: the.accountId,
      actor: systemActor,
      params: { health_state: the.state },
    },
  ]);
}

export type HistoryEntry = { at: string; state: ChannelHealth; key: string | null; details: string | null };

export async function accountHistoryOf(tx: Tx, accountId: number): Promise<HistoryEntry[]> {
  return tx.rows<HistoryEntry>(
    sql`select to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at, state, key, details from channel_account_history
        where channel_account_id = ${accountId} order by id desc limit 50`,
  );
}

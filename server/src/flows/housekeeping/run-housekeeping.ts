import { draftDaysMax } from '#contract/drafts.ts';
import { forgetOldNews } from '#domain/audit/index.ts';
import { forgetOldUploads } from '#domain/csv/index.ts';
import { forgetOldDrafts } from '#domain/drafts/index.ts';
import { measureStorage } from '#domain/installation/index.ts';
import { forgetOldJobs } from '#domain/jobs/index.ts';
import { forgetUnsentUploads, removeStrayFiles } from '#domain/messages/index.ts';
import { forgetOldNewLetters } from '#domain/new-letters/index.ts';
import { forgetOldRightsChanges } from '#domain/people/index.ts';
import { destroyDoomed } from '#domain/stored-files/index.ts';
import { foldCounts } from '#domain/tickets/index.ts';
import { type Database, isUnavailable } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import { forgetWhatWasMade } from '#platform/made-once.ts';
import { sql } from '#platform/sql.ts';
import { mendWaits } from './mend-waits.ts';

const restSeconds = 30;

/**
 * Small chores that keep waits as they were meant and tables from growing: counters folded, what expired forgotten, uploads
 * nobody sent removed. Each for itself: one that fails keeps no other from its turn.
 */
export function runHousekeeping({ db, files, log }: { db: Database; files: Files; log: Log }): Loop {
  return runLoop({
    name: 'housekeeping',
    log,
    wakeOn: () => () => {},
    restSeconds,
    async work() {
      for (const chore of [
        mendWaits,
        foldCounts,
        () => forgetOldDrafts(db, draftDaysMax),
        () => forgetOldNewLetters(db, draftDaysMax),
        forgetUnsentUploads,
        forgetOldJobs,
        forgetOldUploads,
        forgetOldNews,
        () => removeStrayFiles(db, files),
        () => destroyDoomed(db, files),
        measureStorage,
        forgetExpired,
      ]) {
        try {
          await chore(db);
        } catch (err) {
          if (isUnavailable(err)) throw err;
          log.error({ err }, 'housekeeping: a chore failed, the others go on');
        }
      }
      return 'idle';
    },
  });
}

async function forgetExpired(db: Database): Promise<void> {
  await db.transaction('system', async (tx) => {
    await forgetWhatWasMade(tx);
    await forgetOldRightsChanges(tx);
    await tx.run(sql`delete from sessions where expires < now() - interval '1 day'`);
    await tx.run(sql`delete from email_confirmations where expires < now() - interval '7 days'`);
    await tx.run(sql`delete from password_resets where expires < now() - interval '7 days'`);
    await tx.run(
      sql`delete from invites where greatest(expires, accepted_at, withdrawn_at) < now() - interval '90 days'`,
    );
    await tx.run(sql`delete from address_undos where expires < now() - interval '7 days'`);
    await tx.run(
      sql`delete from sign_in_failures where since < now() - interval '1 day' and coalesce(locked_until, now()) <= now()`,
    );
    await tx.run(sql`delete from devices where last_used < now() - interval '400 days'`);
    await tx.run(sql`delete from unlock_links where expires < now() - interval '1 day'`);
    await tx.run(sql`delete from notifications where added < now() - interval '90 days'`);
    await tx.run(sql`delete from pushes where state <> 'queued' and added < now() - interval '7 days'`);
    await tx.run(
      sql`delete from push_devices where session_id is null and coalesce(last_used, added) < now() - interval '90 days'`,
    );
    await tx.run(sql`delete from auto_replies where sent_at < now() - interval '2 days'`);
    await tx.run(sql`delete from api_tokens where expires < now() - interval '90 days'`);
    await tx.run(sql`delete from system_mails where state <> 'queued' and added < now() - interval '30 days'`);
  });
}

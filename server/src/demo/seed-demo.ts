import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { backDate } from './back-date.ts';
import { foundDemoCompany } from './found-demo-company.ts';
import { furnishDesk } from './furnish-desk.ts';
import { planThreads } from './plan-threads.ts';
import { putChatsOnSites } from './put-chats-on-sites.ts';
import { setUpTeams } from './set-up-teams.ts';
import { settleDeliveries } from './settle-deliveries.ts';
import { type Storyteller, within } from './storyteller.ts';
import { oddSteps } from './tell-odd-mails.ts';
import { assignThreads, beginThread, stepsOf } from './tell-threads.ts';

const defaultSeed = 1860;

/**
 * Fills an empty database with six months of Lumen & Oak, up to `now`: letters are composed, parsed and taken in as real
 * ones are, replies are given as agents give them. One transaction: a seeding that is cut off leaves nothing behind.
 */
export async function seedDemo(
  { db, files, secrets }: { db: Database; files: Files; secrets: Secrets },
  now = new Date(),
  seed = defaultSeed,
): Promise<void> {
  const threads = planThreads(now, seed).map((plan, i) => beginThread(plan, seed + i));
  const steps = [...threads.flatMap(stepsOf), ...oddSteps(threads, now, seed)].sort(
    (a, b) => a.at.getTime() - b.at.getTime(),
  );
  await db.transaction('system', async (tx) => {
    const inside = within(tx);
    const the: Storyteller = {
      tx,
      db: inside,
      files: eachOnce(files),
      secrets,
      company: await foundDemoCompany(tx, inside, secrets),
      now,
      momentOf: { messages: new Map(), mails: new Map() },
      uids: new Map(),
      writing: [],
    };
    for (const step of steps) {
      await step.tell(the);
      if (the.writing.length >= writesAtOnceMax) await Promise.all(the.writing.splice(0));
    }
    await Promise.all(the.writing);
    await assignThreads(the, threads);
    await furnishDesk(the, threads);
    await setUpTeams(the);
    await putChatsOnSites(the);
    await backDate(the);
    await settleDeliveries(the);
    await markAsRead(the);
  });
}

const writesAtOnceMax = 50;

/** The same picture is attached many times and needs to be written once. */
function eachOnce(files: Files): Files {
  const written = new Set<string>();
  return {
    ...files,
    async put(key, bytes) {
      if (written.has(key)) return;
      written.add(key);
      await files.put(key, bytes);
    },
  };
}

/** Everybody has read everything, apart from half of what waits. */
async function markAsRead({ tx, company }: Storyteller): Promise<void> {
  await tx.run(
    sql`insert into ticket_reads (company_id, ticket_id, user_id, last_message_id)
        select t.company_id, t.id, r.user_id, t.last_message_id from tickets t join roles r on r.company_id = t.company_id
        where t.company_id = ${company.id} and not (t.view_type = '' and t.is_spam = 0 and t.is_deleted = 0 and (t.number * 7) % 9 < 5)
        on conflict (ticket_id, user_id) do update set last_message_id = excluded.last_message_id`,
  );
}

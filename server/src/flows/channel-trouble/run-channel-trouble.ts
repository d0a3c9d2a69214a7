import {
  asLetter,
  type House,
  loadPerson,
  oweLetter,
  type Recipient,
  readRecipients,
  whoAdministers,
} from '#domain/people/index.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import { sql } from '#platform/sql.ts';
import type { LetterCompany } from '#platform/system-letter.ts';
import type { Wake } from '#platform/wake.ts';
import { needsSomebody, sendingTrouble } from './sending-trouble.ts';
import { type Trouble, troubleLetter } from './trouble-letter.ts';

type Needs = { db: Database; wake: Wake; log: Log; house: () => House };

/** Whoever is typing a password just now sees for themselves that it is a wrong one. */
const patienceMinutes = 10;
/** A server that is away comes back, mostly; what has come or left by none for so long is worth a look. */
const patienceHours = 2;
/** What breaks again and again is not told each time. */
const againHours = 24;
const recipientsMax = 20;
const restSeconds = 30;

const kinds = {
  mailbox: { path: 'mailboxes', right: 'mailboxes.update' },
  messenger: { path: 'integrations', right: 'integrations.update' },
} as const;
type Troubled = { id: number; company_id: number; kind: keyof typeof kinds; name: string; trouble: Trouble };

/**
 * Writes to whoever administers a company when a mailbox or a messenger of it has needed somebody for a while, or a
 * mailbox has fetched nothing for hours: once, as long as it goes on for the same reason. That a mailbox cannot send is a trouble of its own, unless it cannot fetch
 * either: its page says both.
 */
export function runChannelTrouble({ db, wake, log, house }: Needs): Loop {
  return runLoop({
    name: 'channel trouble',
    log,
    wakeOn: () => () => {},
    restSeconds,
    async work() {
      const isTold = await tellNextTrouble(db, house());
      if (isTold) wake.nudge('outbox');
      return isTold ? 'more' : 'idle';
    },
  });
}

/** False when there is none that nobody was told of. */
export const tellNextTrouble = (db: Database, house: House): Promise<boolean> =>
  db.transaction('system', async (tx) => {
    const troubled = (await nextUntold(tx)) ?? (await nextNotFetching(tx)) ?? (await nextNotSending(tx));
    if (!troubled) return false;
    for (const one of await whoMends(db, troubled)) await tell(tx, one, troubled, house);
    return true;
  });

/** Each is told by one process, in the transaction that owes the letters. */
const nextUntold = (tx: Tx): Promise<Troubled | undefined> =>
  tx.row<Troubled>(
    sql`update channel_accounts c set trouble_told_at = now() where c.id = (
          select a.id from channel_accounts a
          where a.health_state = 'action_needed' and a.is_deleted = 0 and a.health_since < now() - make_interval(mins => ${patienceMinutes})
            and a.kind = any (${Object.keys(kinds)}::text[]) and a.company_id <> all ((select parley_suspended())::bigint[])
            and (a.trouble_told_at is null or (a.trouble_told_at < a.health_since and a.trouble_told_at < now() - make_interval(hours => ${againHours})))
          order by a.health_since limit 1 for update of a skip locked)
        returning c.id, c.company_id, c.kind, coalesce((select m.from_email from mailboxes m where m.company_id = c.company_id and m.id = c.id), c.name) as name, c.kind as trouble`,
  );

/** Since when the inbox was not looked through; a fault that changes its name, or a worker that starts anew, moves it not. */
const notFetchedSince = sql`greatest(coalesce(b.last_fetched_at, a.added), a.updated)`;
const hasLongFetchedNothing = sql`(a.health_state = 'degraded' and ${notFetchedSince} < now() - make_interval(hours => ${patienceHours}))`;

const nextNotFetching = (tx: Tx): Promise<Troubled | undefined> =>
  tx.row<Troubled>(
    sql`update channel_accounts c set trouble_told_at = now() from mailboxes m where m.company_id = c.company_id and m.id = c.id and c.id = (
          select a.id from channel_accounts a join mailboxes b on b.company_id = a.company_id and b.id = a.id
          where ${hasLongFetchedNothing} and a.is_deleted = 0 and a.company_id <> all ((select parley_suspended())::bigint[])
            and (a.trouble_told_at is null or (a.trouble_told_at < ${notFetchedSince} and a.trouble_told_at < now() - make_interval(hours => ${againHours})))
          order by a.health_since limit 1 for update of a skip locked)
        returning c.id, c.company_id, c.kind, m.from_email as name, 'fetching_waits' as trouble`,
  );

async function nextNotSending(tx: Tx): Promise<Troubled | undefined> {
  const found = await tx.row<{ id: number; company_id: number; name: string; key: string }>(
    sql`update mailboxes m set send_trouble_told_at = now() where m.id = (
          select b.id from mailboxes b join channel_accounts a on a.company_id = b.company_id and a.id = b.id
          where b.send_error_since < now() - make_interval(mins => ${patienceMinutes}) and a.is_deleted = 0 and a.health_state <> 'action_needed' and not ${hasLongFetchedNothing}
            and (b.send_error_key = any (${needsSomebody}::text[])
              or (b.send_error_since < now() - make_interval(hours => ${patienceHours})
                and exists (select from deliveries d where d.channel_account_id = b.id and d.state in ('queued', 'sending'))))
            and b.company_id <> all ((select parley_suspended())::bigint[])
            and (b.send_trouble_told_at is null
              or (b.send_trouble_told_at < b.send_error_since and b.send_trouble_told_at < now() - make_interval(hours => ${againHours})))
          order by b.send_error_since limit 1 for update of b skip locked)
        returning m.id, m.company_id, m.from_email as name, m.send_error_key as key`,
  );
  return found && { ...found, kind: 'mailbox', trouble: sendingTrouble(found.key) };
}

async function whoMends(db: Database, { company_id, kind }: Troubled): Promise<Recipient[]> {
  const admins = await whoAdministers(db, company_id);
  const recipients = await readRecipients(db, admins.slice(0, recipientsMax));
  const people = await Promise.all(recipients.map((one) => loadPerson(db, one.id)));
  return recipients.filter((one, i) => one.isConfirmed && people[i]?.may(company_id, kinds[kind].right));
}

async function tell(
  tx: Tx,
  to: Recipient,
  { id, company_id, kind, name, trouble }: Troubled,
  house: House,
): Promise<void> {
  const company = await tx.row<LetterCompany>(
    sql`select company_name as name, logo from companies where id = ${company_id}`,
  );
  const url = `${house.publicUrl}/v1/${kinds[kind].path}/${id}/edit`;
  const words = troubleLetter(to.settings.language, trouble, { name, company: company?.name ?? '', url });
  await oweLetter(tx, asLetter(house.brand, { name: to.name, address: to.email }, { ...words, company }), house);
}

import { type House, loadPerson, oweLetter, type Recipient, readRecipients } from '#domain/people/index.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import { sql } from '#platform/sql.ts';
import type { LetterCompany } from '#platform/system-letter.ts';
import type { Wake } from '#platform/wake.ts';
import { isMuted } from './is-muted.ts';
import { letterMoment } from './letter-moment.ts';
import { maySee } from './may-see.ts';
import { type About, notificationLetter } from './notification-letter.ts';
import { nextForLetter, pathOf, readDueForLetter, type ToldRow } from './push-queries.ts';
import { quietUntil } from './quiet-hours.ts';

type Needs = {
  db: Database;
  wake: Wake;
  log: Log;
  house: () => House;
};

const perLetterMax = 100;

/** Writes to people who are away: one letter with everything that waited for it, judged by what is true now. */
export function runNotificationLetters({ db, wake, log, house }: Needs): Loop {
  return runLoop({
    name: 'notification letters',
    log,
    wakeOn: (then) => wake.on('notices', then),
    restSeconds: 5,
    async work() {
      const next = await nextForLetter(db);
      if (next === undefined) return 'idle';
      const due = await readDueForLetter(db, next, perLetterMax);
      const [recipient] = await readRecipients(db, [next]);
      const kept = recipient ? await worthWriting(db, recipient, due) : [];
      const hasLetter = await db.transaction('system', (tx) => settle(tx, next, recipient, due, kept, house()));
      if (hasLetter) wake.nudge('outbox');
      return 'more';
    },
  });
}

/** What they want by letter, may see, and have not seen at the desk, where that shows it. Nothing is theirs to see while they owe two-factor. */
async function worthWriting(db: Database, recipient: Recipient, due: readonly ToldRow[]): Promise<ToldRow[]> {
  const { settings } = recipient;
  const person = await loadPerson(db, recipient.id);
  if (!person || person.owesTwoFactor) return [];
  const lastTouch = settings.mail_when === 'away' ? await readLastTouch(db, recipient.id) : null;
  return due.filter((told) => {
    const ways = settings.notifications[told.kind];
    return (
      ways.mail === 1 &&
      !isMuted(settings, told) &&
      !told.is_over &&
      (!told.is_hidden || told.kind === 'letter_held') &&
      !(ways.in_app === 1 && lastTouch && lastTouch > told.added) &&
      maySee(person, told)
    );
  });
}

async function readLastTouch(db: Database, userId: number): Promise<Date | null> {
  const [row] = await db.read<{ touch: Date | null }>(
    'system',
    sql`select max(active_at) as touch from sessions where user_id = ${userId} and expires > now()`,
  );
  return row?.touch ?? null;
}

/** Owes the letter, once whichever process comes first; or lets it wait, where it became quiet or another one just went. */
async function settle(
  tx: Tx,
  userId: number,
  recipient: Recipient | undefined,
  due: readonly ToldRow[],
  kept: readonly ToldRow[],
  house: House,
): Promise<boolean> {
  // Processes take turns by person.
  await tx.run(sql`select from users where id = ${userId} for update`);
  const ids = due.map((told) => told.id);
  const still = await tx.rows<{ id: number }>(
    sql`select id from notifications where id = any (${ids}::bigint[]) and mail_state = 'queued' and mail_at <= now()`,
  );
  if (still.length !== due.length) return false;
  const { publicUrl, brand } = house;
  const now = new Date();
  const [first, ...rest] = kept.map((told) => aboutOf(told, publicUrl));
  if (recipient && first) {
    const last = await tx.row<{ letter: Date | null }>(
      sql`select max(mail_at) as letter from notifications where user_id = ${userId} and mail_state = 'sent'`,
    );
    const { settings } = recipient;
    const quietEnds = quietUntil(settings.quiet_hours, settings.time_zone, now);
    const moment = letterMoment(now, { lastLetter: last?.letter ?? null, quietEnds, lastTouch: null });
    if (moment > now) {
      await tx.run(sql`update notifications set mail_at = ${moment} where id = any (${ids}::bigint[])`);
      return false;
    }
    const to = { name: recipient.name, address: recipient.email, language: settings.language };
    const company = await readOnlyCompany(tx, kept);
    const letter = notificationLetter(brand, to, [first, ...rest], publicUrl, company);
    await oweLetter(tx, { ...letter, isNews: true }, house);
  }
  const keptIds = kept.map((told) => told.id);
  await tx.run(
    sql`update notifications set mail_at = now(), mail_state = case when id = any (${keptIds}::bigint[]) then 'sent' else 'dropped' end where id = any (${ids}::bigint[])`,
  );
  return first !== undefined;
}

/** The company that the letter is about; none, where it is about several. */
async function readOnlyCompany(tx: Tx, kept: readonly ToldRow[]): Promise<LetterCompany | undefined> {
  const ids = [...new Set(kept.map((told) => told.company_id))];
  if (ids.length !== 1) return undefined;
  return tx.row<LetterCompany>(sql`select company_name as name, logo from companies where id = ${ids[0]}`);
}

const aboutOf = (told: ToldRow, publicUrl: string): About => ({
  kind: told.kind,
  who: told.who,
  number: told.case_number,
  title: told.is_restricted ? null : told.title,
  url: `${publicUrl}${pathOf(told)}`,
  isTicket: told.ticket_id !== null,
});

import { setTimeout as pause } from 'node:timers/promises';
import type { NotificationKind } from '#contract/settings.ts';
import {
  loadPeople,
  loadPerson,
  type Recipient,
  readRecipients,
  whoAdministers,
  whoWants,
} from '#domain/people/index.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import { sql } from '#platform/sql.ts';
import type { Wake } from '#platform/wake.ts';
import { isMuted } from './is-muted.ts';
import { maySee } from './may-see.ts';
import { movePlace, type News, readNews, readPlace } from './news-queries.ts';
import { type Telling, whatToTell } from './what-to-tell.ts';
import { makeNotices, type Told, writeNotices } from './write-notices.ts';

type Needs = {
  db: Database;
  wake: Wake;
  log: Log;
};

/** Many events come together, and each look costs the same. */
const gatherMilliseconds = 50;
/** An event is readable when older transactions are done: a second look finds stragglers. */
const echoMilliseconds = 200;

/**
 * Tells people what happens to their tickets, in the ways they chose: reads the events log after its own place, and moves
 * on in the transaction that tells, so that nothing is told twice or forgotten, whoever of several processes reads.
 */
export function runNotifications({ db, wake, log }: Needs): Loop {
  let echo: NodeJS.Timeout | undefined;
  return runLoop({
    name: 'notifications',
    log,
    wakeOn: (then) => {
      const off = wake.on('events', () => {
        then();
        clearTimeout(echo);
        echo = setTimeout(then, echoMilliseconds).unref();
      });
      return () => {
        clearTimeout(echo);
        off();
      };
    },
    restSeconds: 5,
    async work() {
      await pause(gatherMilliseconds);
      const { read, told } = await db.transaction('system', (tx) => tellNews(db, tx));
      if (told > 0) {
        wake.nudge('events');
        wake.nudge('notices');
        wake.nudge('pushes');
      }
      return read > 0 ? 'more' : 'idle';
    },
  });
}

/** Any number of our own: one process at a time reads, or all would read the same. */
const lockNumber = 7_274_539_027;

async function tellNews(db: Database, tx: Tx): Promise<{ read: number; told: number }> {
  const nothing = { read: 0, told: 0 };
  const turn = await tx.row<{ is_mine: boolean }>(sql`select pg_try_advisory_xact_lock(${lockNumber}) as is_mine`);
  if (!turn?.is_mine) return nothing;
  const place = await readPlace(db);
  const news = await readNews(db, place);
  const last = news.at(-1);
  if (!last) return nothing;
  const notices = await makeNotices(tx, await whoIsTold(db, news));
  // Whoever reads the log waits for all transactions that have written something: from here on this one does not look around.
  if (!(await movePlace(tx, place, last))) return nothing;
  await writeNotices(tx, notices);
  return { read: news.length, told: notices.length };
}

/** Everybody who may see the ticket now, wants to hear of it, and did not do it themselves. A batch asks for each once. */
async function whoIsTold(db: Database, news: readonly News[]): Promise<Told[]> {
  const everybody = onceEach((companyId: number, kind: NotificationKind) => whoWants(db, companyId, kind));
  const tellings: { telling: Telling; ids: readonly number[] }[] = [];
  for (const telling of news.flatMap(whatToTell)) {
    const { ticket, kind, except } = telling;
    const to = await whoLooks(db, telling);
    const ids = to === 'everybody' ? await everybody(ticket.company_id, kind) : to;
    tellings.push({ telling, ids: ids.filter((id) => id !== except) });
  }
  const asked = [...new Set(tellings.flatMap(({ ids }) => ids))];
  const recipients = new Map((await readRecipients(db, asked)).map((one) => [one.id, one]));
  const wanted = tellings.flatMap(({ telling, ids }) =>
    ids.flatMap((id): Told[] => {
      const recipient = recipients.get(id);
      return recipient && isWanted(telling, recipient) ? [{ ...telling, recipient }] : [];
    }),
  );
  const people = await loadPeople(db, [...new Set(wanted.map(({ recipient }) => recipient.id))]);
  return wanted.filter(({ ticket, recipient }) => maySee(people.get(recipient.id), ticket));
}

async function whoLooks(db: Database, { to, ticket, isUrgent }: Telling): Promise<'everybody' | readonly number[]> {
  if (to === 'everybody') return to;
  if (!isUrgent || maySee(await loadPerson(db, to), ticket)) return [to];
  return ticket.assignee_id === null ? whoAdministers(db, ticket.company_id) : [ticket.assignee_id];
}

function isWanted({ kind, ticket }: Telling, { settings }: Recipient): boolean {
  const { product_id } = ticket;
  return !isMuted(settings, { product_id, kind }) && Object.values(settings.notifications[kind]).includes(1);
}

function onceEach<A extends readonly (number | string)[], V>(ask: (...of: A) => Promise<V>): (...of: A) => Promise<V> {
  const asked = new Map<string, Promise<V>>();
  return (...of) => {
    const key = of.join(' ');
    const answer = asked.get(key) ?? ask(...of);
    asked.set(key, answer);
    return answer;
  };
}

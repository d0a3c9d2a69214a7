import { setTimeout as pause } from 'node:timers/promises';
import type { Notice } from '#contract/notifications.ts';
import { type NotificationKind, toldWhereMuted } from '#contract/settings.ts';
import { loadPerson, type Recipient, readRecipients, whoWants } from '#domain/people/index.ts';
import type { Database, Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import { sql } from '#platform/sql.ts';
import type { Wake } from '#platform/wake.ts';
import { letterMoment } from './letter-moment.ts';
import { maySee } from './may-see.ts';
import { movePlace, type News, readNews, readPlace } from './news-queries.ts';
import { pushMoment } from './push-moment.ts';
import { owePushes } from './push-queries.ts';
import { quietUntil } from './quiet-hours.ts';
import { type Telling, whatToTell } from './what-to-tell.ts';

type Needs = {
  db: Database;
  wake: Wake;
  log: Log;
};
type Told = Telling & { readonly recipient: Recipient };

/** Many events come together, and each look costs the same. */
const gatherMilliseconds = 50;
/** An event is readable when older transactions are done: a second look finds stragglers. */
const echoMilliseconds = 200;
/** As people call themselves, which may be long. */
const whoLengthMax = 200;

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
  const told = await whoIsTold(db, news);
  if (!(await movePlace(tx, place, last))) return nothing;
  for (const one of told) await tell(tx, one);
  return { read: news.length, told: told.length };
}

/** Everybody who may see the ticket now, wants to hear of it, and did not do it themselves. A batch asks for each once. */
async function whoIsTold(db: Database, news: readonly News[]): Promise<Told[]> {
  const everybody = onceEach((companyId: number, kind: NotificationKind) => whoWants(db, companyId, kind));
  const person = onceEach((id: number) => loadPerson(db, id));
  const tellings: { telling: Telling; ids: readonly number[] }[] = [];
  for (const telling of news.flatMap(whatToTell)) {
    const { ticket, kind, to, except } = telling;
    const ids = to === 'everybody' ? await everybody(ticket.company_id, kind) : [to];
    tellings.push({ telling, ids: ids.filter((id) => id !== except) });
  }
  const asked = [...new Set(tellings.flatMap(({ ids }) => ids))];
  const recipients = new Map((await readRecipients(db, asked)).map((one) => [one.id, one]));
  const told: Told[] = [];
  for (const { telling, ids } of tellings) {
    for (const id of ids) {
      const recipient = recipients.get(id);
      if (!recipient || !isWanted(telling, recipient)) continue;
      if (maySee(await person(id), telling.ticket)) told.push({ ...telling, recipient });
    }
  }
  return told;
}

function isWanted({ kind, ticket }: Telling, { settings }: Recipient): boolean {
  const isMuted = settings.muted_products.includes(ticket.product_id) && !toldWhereMuted.includes(kind);
  return !isMuted && Object.values(settings.notifications[kind]).includes(1);
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

async function tell(tx: Tx, the: Told): Promise<void> {
  const { kind, ticket, recipient, messageId, who } = the;
  const { settings } = recipient;
  const [ticketId, letterRow] = ticket.letter_id === null ? [ticket.id, null] : [null, ticket.id];
  // A delivery that fails is written down more than once.
  if (kind === 'not_delivered' && (await wasTold(tx, recipient.id, kind, messageId))) return;
  const now = new Date();
  const ways = settings.notifications[kind];
  const quiet = quietUntil(settings.quiet_hours, settings.time_zone, now);
  const { lastTouch, lastLetter } = await readReachable(tx, recipient.id);
  const mailAt =
    ways.mail === 1 && recipient.isConfirmed
      ? letterMoment(now, {
          lastLetter,
          quietEnds: quiet,
          lastTouch: settings.mail_when === 'away' && ways.in_app === 1 ? lastTouch : null,
        })
      : null;
  const row = await tx.row<{ id: number; at: string }>(
    sql`insert into notifications (company_id, user_id, kind, ticket_id, new_letter_id, message_id, who, mail_at, mail_state, in_app)
        values (${ticket.company_id}, ${recipient.id}, ${kind}, ${ticketId}, ${letterRow}, ${messageId}, ${who.slice(0, whoLengthMax)}, ${mailAt}, ${mailAt && 'queued'}, ${ways.in_app})
        returning id, to_char(added at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at`,
  );
  if (!row) throw new Error('insert answered no row');
  // Who is at the desk sees the toast there; what they do not touch a desk for in the next minute is pushed.
  if (ways.push === 1 && quiet === undefined)
    await owePushes(tx, recipient.id, row.id, pushMoment(now, ways.in_app === 1 ? lastTouch : null));
  const notice: Omit<Notice, 'id'> = {
    kind,
    company_id: ticket.company_id,
    ticket_id: ticketId,
    letter_id: ticket.letter_id,
    case_number: ticket.case_number,
    title: ticket.title,
    who,
    in_app: ways.in_app === 1 && quiet === undefined,
    sound: ways.sound === 1 && quiet === undefined,
    at: row.at,
  };
  // In quiet hours the bell alone counts it.
  if (ways.in_app !== 1 && !notice.sound) return;
  await recordEvents(tx, [
    {
      companyId: null,
      userId: recipient.id,
      entity: 'notifications',
      action: 'created',
      entityId: row.id,
      actor: systemActor,
      params: notice,
    },
  ]);
}

async function wasTold(tx: Tx, userId: number, kind: string, messageId: number | null): Promise<boolean> {
  const row = await tx.row<object>(
    sql`select id from notifications where user_id = ${userId} and kind = ${kind} and message_id = ${messageId} limit 1`,
  );
  return row !== undefined;
}

/** When somebody last touched a desk they are signed in at, and when their last letter went. */
async function readReachable(tx: Tx, userId: number): Promise<{ lastTouch: Date | null; lastLetter: Date | null }> {
  const row = await tx.row<{ touch: Date | null; letter: Date | null }>(
    sql`select (select max(active_at) from sessions where user_id = ${userId} and expires > now()) as touch,
          (select max(mail_at) from notifications where user_id = ${userId} and mail_state = 'sent') as letter`,
  );
  return { lastTouch: row?.touch ?? null, lastLetter: row?.letter ?? null };
}

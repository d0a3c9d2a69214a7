import type { Notice } from '#contract/notifications.ts';
import type { Recipient } from '#domain/people/index.ts';
import { cutLetters } from '#platform/cut-letters.ts';
import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { letterMoment } from './letter-moment.ts';
import { pushMoment } from './push-moment.ts';
import { owePushes } from './push-queries.ts';
import { quietUntil } from './quiet-hours.ts';
import type { Telling } from './what-to-tell.ts';

export type Told = Telling & { readonly recipient: Recipient };
type MadeNotice = {
  readonly userId: number;
  readonly letterRow: number | null;
  readonly messageId: number | null;
  readonly mailAt: Date | null;
  /** Null: in no push. */
  readonly pushAt: Date | null;
  readonly notice: Omit<Notice, 'id' | 'at'>;
  readonly inApp: 0 | 1;
};

/** As people call themselves, which may be long. */
const whoLengthMax = 200;

/** What each of them is told and when, by where they are now. Writes nothing. */
export async function makeNotices(tx: Tx, all: readonly Told[]): Promise<MadeNotice[]> {
  if (all.length === 0) return [];
  const reachable = await readReachable(tx, [...new Set(all.map(({ recipient }) => recipient.id))]);
  const news = await leaveOutTold(tx, all);
  const now = new Date();
  return news.map((one) => makeNotice(one, now, reachable.get(one.recipient.id)));
}

/** Writes all of it: the same few statements for one person and for a thousand. Nudge `events`, `notices` and `pushes` after it. */
export async function writeNotices(tx: Tx, all: readonly MadeNotice[]): Promise<void> {
  if (all.length === 0) return;
  const rows = all.map(({ userId, letterRow, messageId, mailAt, inApp, notice }, nth) => ({
    ...{ nth, company_id: notice.company_id, user_id: userId, kind: notice.kind, ticket_id: notice.ticket_id },
    ...{ new_letter_id: letterRow, message_id: messageId, mail_at: mailAt, in_app: inApp },
    who: cutLetters(notice.who, whoLengthMax),
  }));
  const written = await tx.rows<{ id: number; at: string }>(
    sql`with told as materialized (
            select nextval('notifications_id_seq') as id, r.* from json_to_recordset(${JSON.stringify(rows)}::json) as r (nth int, company_id bigint, user_id bigint,
              kind text, ticket_id bigint, new_letter_id bigint, message_id bigint, who text, mail_at timestamptz, in_app smallint)),
          written as (
            insert into notifications (id, company_id, user_id, kind, ticket_id, new_letter_id, message_id, who, mail_at, mail_state, in_app) overriding system value
            select id, company_id, user_id, kind, ticket_id, new_letter_id, message_id, who, mail_at, case when mail_at is not null then 'queued' end, in_app from told
            returning id, added)
        select id, to_char(added at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at from written join told using (id) order by nth`,
  );
  const told = written.map((row, nth) => ({ ...(all[nth] as MadeNotice), ...row })); // a row for each of them
  await Promise.all([
    owePushes(
      tx,
      told.flatMap(({ userId, id, pushAt }) => (pushAt ? [{ userId, notificationId: id, at: pushAt }] : [])),
    ),
    recordEvents(
      tx,
      told
        // In quiet hours the bell alone counts it.
        .filter(({ inApp, notice }) => inApp === 1 || notice.sound)
        .map(({ userId, id, at, notice }) => ({
          ...{ companyId: null, userId, entity: 'notifications', action: 'created', entityId: id, actor: systemActor },
          params: { ...notice, at },
        })),
    ),
  ]);
}

function makeNotice(the: Told, now: Date, { lastTouch, lastLetter }: Reachable = nowhere): MadeNotice {
  const { kind, ticket, recipient, messageId, who } = the;
  const { settings } = recipient;
  const [ticketId, letterRow] = ticket.letter_id === null ? [ticket.id, null] : [null, ticket.id];
  const ways = settings.notifications[kind];
  const quiet = quietUntil(settings.quiet_hours, settings.time_zone, now);
  const mailAt =
    ways.mail === 1 && recipient.isConfirmed
      ? letterMoment(now, {
          lastLetter,
          quietEnds: quiet,
          lastTouch: settings.mail_when === 'away' && ways.in_app === 1 ? lastTouch : null,
        })
      : null;
  return {
    ...{ userId: recipient.id, letterRow, messageId, mailAt, inApp: ways.in_app },
    // Who is at the desk sees the toast there; what they do not touch a desk for in the next minute is pushed.
    pushAt: ways.push === 1 && quiet === undefined ? pushMoment(now, ways.in_app === 1 ? lastTouch : null) : null,
    notice: {
      kind,
      company_id: ticket.company_id,
      ticket_id: ticketId,
      letter_id: ticket.letter_id,
      case_number: ticket.case_number,
      title: ticket.title,
      who,
      in_app: ways.in_app === 1 && quiet === undefined,
      sound: ways.sound === 1 && quiet === undefined,
    },
  };
}

/** A delivery that fails is written down more than once, and one that was queued again may fail again. */
async function leaveOutTold(tx: Tx, all: readonly Told[]): Promise<Told[]> {
  const failed = all.filter((one) => one.kind === 'not_delivered');
  if (failed.length === 0) return [...all];
  const rows = await tx.rows<{ user_id: number; message_id: number }>(
    sql`select n.user_id, n.message_id from notifications n
        join unnest(${failed.map((one) => one.recipient.id)}::bigint[], ${failed.map((one) => one.messageId)}::bigint[]) as f (user_id, message_id)
          on f.user_id = n.user_id and f.message_id = n.message_id
        where n.kind = 'not_delivered' and not exists (
          select from deliveries d where d.message_id = n.message_id and d.give_up_at - interval '5 days' > n.added)`,
  );
  const told = new Set(rows.map((row) => `${row.user_id} ${row.message_id}`));
  return all.filter(({ kind, recipient, messageId }) => {
    const key = `${recipient.id} ${messageId}`;
    if (kind !== 'not_delivered') return true;
    const isNew = !told.has(key);
    told.add(key);
    return isNew;
  });
}

type Reachable = { readonly lastTouch: Date | null; readonly lastLetter: Date | null };
const nowhere: Reachable = { lastTouch: null, lastLetter: null };

/** When they last touched a desk they are signed in at, and when their last letters went. */
async function readReachable(tx: Tx, userIds: readonly number[]): Promise<Map<number, Reachable>> {
  const rows = await tx.rows<{ id: number; touch: Date | null; letter: Date | null }>(
    sql`select u.id, (select max(active_at) from sessions where user_id = u.id and expires > now()) as touch,
          (select max(mail_at) from notifications where user_id = u.id and mail_state = 'sent') as letter
        from unnest(${userIds}::bigint[]) as u (id)`,
  );
  return new Map(rows.map(({ id, touch, letter }) => [id, { lastTouch: touch, lastLetter: letter }]));
}

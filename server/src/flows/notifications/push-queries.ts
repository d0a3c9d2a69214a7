import type { NotificationKind } from '#contract/settings.ts';
import { hearingDevices } from '#domain/accounts/index.ts';
import { isBeside } from '#domain/messages/index.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** Of somebody whose tickets boil over, the desk tells the rest. */
const pushedPerPersonAndHourMax = 60;
const leaseSeconds = 60;
/** In a row, and over so long: a browser that nothing reached is gone without a word. An outage of ours says nothing of it. */
const failuresMax = 25;
const silentDaysMax = 7;

/** Owes notifications to every device of their people that hears. Nudge `pushes` after it. */
export async function owePushes(
  tx: Tx,
  all: readonly { userId: number; notificationId: number; at: Date }[],
): Promise<void> {
  if (all.length === 0) return;
  await tx.run(
    sql`with owed as materialized (
            select w.*, row_number() over (partition by w."userId" order by w."notificationId") as nth
            from json_to_recordset(${JSON.stringify(all)}::json) as w ("userId" bigint, "notificationId" bigint, at timestamptz)),
          pushed as materialized (
            select o.user_id, count(distinct p.notification_id) as n from push_devices o join pushes p on p.device_id = o.id
            where o.user_id in (select "userId" from owed) and p.added > now() - interval '1 hour' group by 1)
        insert into pushes (device_id, notification_id, due_at)
        select d.id, owed."notificationId", owed.at from ${hearingDevices} join owed on owed."userId" = d.user_id left join pushed on pushed.user_id = d.user_id
        where owed.nth + coalesce(pushed.n, 0) <= ${pushedPerPersonAndHourMax}`,
  );
}

export type ClaimedPush = {
  id: number;
  device_id: number;
  notification_id: number | null;
  attempts: number;
  added: Date;
};

export const claimPush = (tx: Tx): Promise<ClaimedPush | undefined> =>
  tx.row<ClaimedPush>(
    sql`update pushes set attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
        where id = (select p.id from pushes p where p.state = 'queued' and p.due_at <= now()
            and not exists (select from notifications n where n.id = p.notification_id and n.company_id = any ((select parley_suspended())::bigint[]))
          order by p.due_at limit 1 for update of p skip locked)
        returning id, device_id, notification_id, attempts, added`,
  );

/** A device that hears, as it is reached. */
export type PushDeviceRow = {
  user_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  last_touch: Date | null;
};

export async function readPushDevice(db: Database, id: number): Promise<PushDeviceRow | undefined> {
  const [row] = await db.read<PushDeviceRow>(
    'system',
    sql`select d.user_id, d.endpoint, d.p256dh, d.auth,
          (select max(o.active_at) from sessions o where o.user_id = d.user_id and o.expires > now()) as last_touch
        from ${hearingDevices} where d.id = ${id}`,
  );
  return row;
}

/** What was told, with what it speaks of as that stands now, wherever it was merged. */
export type ToldRow = {
  id: number;
  kind: NotificationKind;
  who: string;
  added: Date;
  /** Null: of a letter that has none yet. */
  ticket_id: number | null;
  letter_id: string | null;
  /** The side conversation that its message stands in. */
  side_id: number | null;
  company_id: number;
  product_id: number;
  assignee_id: number | null;
  team_id: number | null;
  title: string;
  case_number: string;
  is_hidden: boolean;
  /** A letter that its writer has decided about meanwhile, or that is somebody else's by now. */
  is_over: boolean;
  /** How the message begins; null for what is not about one. */
  words: string | null;
  shows_words: boolean;
  is_restricted: boolean;
};

const wordsLengthMax = 1_000;

/** Where it is seen, or mended. */
export function pathOf({
  ticket_id,
  letter_id,
  side_id,
}: Pick<ToldRow, 'ticket_id' | 'letter_id' | 'side_id'>): string {
  if (letter_id !== null) return `/v1/compose?letter=${letter_id}`;
  return side_id === null ? `/v1/tickets/${ticket_id}` : `/v1/tickets/${ticket_id}#side-${side_id}`;
}

const readTold = (db: Database, condition: ReturnType<typeof sql>): Promise<ToldRow[]> =>
  db.read<ToldRow>(
    'system',
    sql`select n.id, n.kind, n.who, n.added, t.id as ticket_id, l.client_id as letter_id, case when ${isBeside} then m.side_id end as side_id, n.company_id, coalesce(t.product_id, l.product_id) as product_id, t.assignee_id, t.team_id,
          coalesce(t.title, l.subject) as title, coalesce(c.case_prefix || '-' || t.number, '') as case_number, coalesce(t.is_deleted = 1 or t.is_spam = 1, false) as is_hidden, coalesce(l.state <> 'held' or l.user_id <> n.user_id, false) as is_over,
          case when m.author_id is distinct from n.user_id or m.author_kind <> 'user' then left(m.body_text, ${wordsLengthMax}) end as words,
          c.push_preview = 1 as shows_words, c.restrict_remote_access = 1 as is_restricted
        from notifications n join companies c on c.id = n.company_id left join tickets named on named.company_id = n.company_id and named.id = n.ticket_id
        left join tickets t on t.company_id = named.company_id and t.id = coalesce(named.merged_into_id, named.id)
        left join new_letters l on l.company_id = n.company_id and l.id = n.new_letter_id
        left join messages m on m.company_id = n.company_id and m.id = n.message_id
        where ${condition} and (t.id is not null or l.id is not null) order by n.id`,
  );

export const readToldOf = async (db: Database, notificationId: number): Promise<ToldRow | undefined> =>
  (await readTold(db, sql`n.id = ${notificationId}`))[0];

/** Who is to be written to next. Whoever has news of a suspended company alone is nobody's turn: they would keep all others waiting. */
export async function nextForLetter(db: Database): Promise<number | undefined> {
  const [next] = await db.read<{ user_id: number }>(
    'system',
    sql`select user_id from notifications where mail_state = 'queued' and mail_at <= now() and company_id <> all ((select parley_suspended())::bigint[]) order by mail_at limit 1`,
  );
  return next?.user_id;
}

/** What waits to be written to a person, and is due. News of a suspended company wait for its return. */
export const readDueForLetter = (db: Database, userId: number, max: number): Promise<ToldRow[]> =>
  readTold(
    db,
    sql`n.id in (select id from notifications where user_id = ${userId} and mail_state = 'queued' and mail_at <= now() and company_id <> all ((select parley_suspended())::bigint[]) order by id limit ${max})`,
  );

export type PushOutcome =
  | { readonly is: 'sent' }
  /** Not told: they know by now, or may not know. */
  | { readonly is: 'dropped'; readonly why: string }
  /** The browser is no more. */
  | { readonly is: 'gone' }
  | { readonly is: 'later'; readonly when: Date; readonly why: string }
  | { readonly is: 'never'; readonly why: string };

/** Writes down how it ended. Whoever lost the lease meanwhile does not count. */
export async function settlePush(
  tx: Tx,
  { id, device_id, attempts }: ClaimedPush,
  outcome: PushOutcome,
): Promise<void> {
  const mine = sql`id = ${id} and attempts = ${attempts} and state = 'queued'`;
  switch (outcome.is) {
    case 'sent':
      await tx.run(sql`update pushes set state = 'sent', error = null where ${mine}`);
      await tx.run(sql`update push_devices set last_used = now(), failures = 0 where id = ${device_id}`);
      return;
    case 'dropped':
      await tx.run(sql`update pushes set state = 'dropped', error = ${outcome.why} where ${mine}`);
      return;
    case 'gone':
      await tx.run(sql`delete from push_devices where id = ${device_id}`);
      return;
    case 'later':
      await tx.run(sql`update pushes set error = ${outcome.why} where ${mine}`);
      // The others would meet the same.
      await tx.run(
        sql`update pushes set due_at = greatest(due_at, ${outcome.when}::timestamptz) where device_id = ${device_id} and state = 'queued' and id <> ${id}`,
      );
      await tx.run(sql`update pushes set due_at = ${outcome.when} where ${mine}`);
      await countFailure(tx, device_id);
      return;
    case 'never':
      await tx.run(sql`update pushes set state = 'failed', error = ${outcome.why} where ${mine}`);
      await countFailure(tx, device_id);
  }
}

async function countFailure(tx: Tx, deviceId: number): Promise<void> {
  await tx.run(sql`update push_devices set failures = failures + 1 where id = ${deviceId}`);
  await tx.run(
    sql`delete from push_devices where id = ${deviceId} and failures >= ${failuresMax}
          and coalesce(last_used, added) < now() - make_interval(days => ${silentDaysMax})`,
  );
}

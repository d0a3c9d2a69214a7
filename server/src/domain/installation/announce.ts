import type { z } from 'zod';
import {
  type Announcement,
  announcedAheadMinutes,
  announcementsListed,
  type MadeAnnouncement,
  type makeAnnouncement as makeCall,
} from '#contract/announcements.ts';
import type { Database, Tx } from '#platform/database.ts';
import { pool } from '#platform/entities/entity-table.ts';
import { type Happening, recordEvents, systemActor } from '#platform/events.ts';
import { madeOnce } from '#platform/made-once.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

const time = (column: string) =>
  sql.unsafe(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as ${column}`);
const shownColumns = sql`id, text_en, text_uk, level, ${time('begins')}, ${time('ends')}`;

type Wanted = z.output<typeof makeCall.data>;

/** Nudge `events` after it: every desk hears that there is something to look at. The same `request_id` makes one. */
export async function makeAnnouncement(
  db: Database,
  { request_id: requestId, ...the }: Wanted,
  operatorId: number,
): Promise<number> {
  if (the.ends <= the.begins || new Date(`${the.ends.replace(' ', 'T')}Z`).getTime() <= Date.now())
    throw new Problem('invalid_value', { field: 'data.ends' });
  return db.transaction('system', async (tx) => {
    const request = { userId: operatorId, requestId, companyId: null, what: 'announcements/make' };
    const [id = 0] = await madeOnce(tx, request, async () => [await announce(tx, the, operatorId)]);
    return id;
  });
}

async function announce(tx: Tx, the: Omit<Wanted, 'request_id'>, operatorId: number): Promise<number> {
  const [begins, ends] = [`${the.begins}Z`, `${the.ends}Z`];
  const made = await tx.row<{ id: number }>(
    sql`insert into announcements (text_en, text_uk, level, begins, ends, made_by)
        values (${the.text_en}, ${the.text_uk}, ${the.level}, ${begins}::timestamptz, ${ends}::timestamptz, ${operatorId}) returning id`,
  );
  if (!made) throw new Error('insert answered no row');
  await recordEvents(tx, [happening('created', made.id, operatorId, { after: { ...the } }), changed]);
  return made.id;
}

/** It is gone from every desk. Said again, it changes nothing. */
export async function withdrawAnnouncement(db: Database, id: number, operatorId: number): Promise<void> {
  await db.transaction('system', async (tx) => {
    const found = await tx.row<{ text_en: string; is_withdrawn: boolean }>(
      sql`select text_en, withdrawn_at is not null as is_withdrawn from announcements where id = ${id} for update`,
    );
    if (!found) throw new Problem('not_found', { field: 'data.id' });
    if (found.is_withdrawn) return;
    await tx.run(sql`update announcements set withdrawn_at = now() where id = ${id}`);
    await recordEvents(tx, [happening('deleted', id, operatorId, { before: { text_en: found.text_en } }), changed]);
  });
}

export const listAnnouncements = (db: Database): Promise<MadeAnnouncement[]> =>
  db.read<MadeAnnouncement>(
    'system',
    sql`select ${shownColumns}, ${time('withdrawn_at')}, (select name from users u where u.id = made_by) as made_by,
          (select count(*)::int from announcements_put_away p where p.announcement_id = announcements.id) as put_away
        from announcements order by id desc limit ${announcementsListed}`,
  );

/** What this person is to see now or soon; what warns stands first. */
export const currentAnnouncements = (db: Database, userId: number): Promise<Announcement[]> =>
  db.read<Announcement>(
    'system',
    sql`select ${shownColumns} from announcements a
        where withdrawn_at is null and a.ends > now() and a.begins <= now() + make_interval(mins => ${announcedAheadMinutes})
          and not exists (select from announcements_put_away p where p.announcement_id = a.id and p.user_id = ${userId})
        order by level = 'warning' desc, id desc`,
  );

export async function putAwayAnnouncement(db: Database, id: number, userId: number): Promise<void> {
  await db.transaction('system', async (tx) => {
    if (!(await tx.row(sql`select from announcements where id = ${id} and withdrawn_at is null and begins <= now()`)))
      throw new Problem('not_found', { field: 'data.id' });
    await tx.run(
      sql`insert into announcements_put_away (announcement_id, user_id) values (${id}, ${userId}) on conflict do nothing`,
    );
  });
}

const happening = (
  action: 'created' | 'deleted',
  id: number,
  operatorId: number,
  detail: Record<string, unknown>,
): Happening => ({
  ...{ companyId: null, entity: 'announcements', action, entityId: id, detail, isTold: false },
  actor: { kind: 'user', id: operatorId },
});

/** Told to everybody, and nothing but that there is something to look at. The trail has it already, where it belongs. */
const changed: Happening = {
  ...{ companyId: pool, entity: 'announcements', action: 'updated', entityId: null },
  actor: systemActor,
};

import type { FastifyInstance } from 'fastify';
import { atDesk, countUnread, listNotifications, readNotifications } from '#contract/notifications.ts';
import { noteAtDesk } from '#domain/accounts/index.ts';
import { countUnreadNotices, listNotices, markNoticesRead } from '#domain/notifications/index.ts';
import type { Database } from '#platform/database.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = { db: Database; sessions: Sessions; mounted: Mounted; wake: Wake };

/** The bell: what happened to one's tickets, and what of it one has seen. */
export function mountNotifications(app: FastifyInstance, { db, sessions, mounted, wake }: Needs): void {
  const on = callMounter(app, sessions, mounted);

  on.signedIn(atDesk, async (_data, { session }) => {
    await noteAtDesk(db, session.id);
    return {};
  });

  on.signedIn(listNotifications, ({ is_unread, before }, { person }) =>
    listNotices(db, person, { isUnread: is_unread === 1, before }),
  );

  on.signedIn(countUnread, (_data, { person }) => countUnreadNotices(db, person));

  on.signedIn(readNotifications, async (data, { person }) => {
    const { up_to: upTo, letter_id: letterId, ticket_ids: ticketIds = [] } = data;
    const which = upTo !== undefined ? { upTo } : letterId !== undefined ? { letterId } : { ticketIds };
    if (await markNoticesRead(db, person.userId, which)) wake.nudge('events');
    return {};
  });
}

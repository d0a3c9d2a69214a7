import type { FastifyInstance } from 'fastify';
import { blockCustomers as blockCall, unblockCustomers as unblockCall } from '#contract/customers.ts';
import { snoozeTickets as snoozeCall, markSpam as spamCall, wakeTickets as wakeCall } from '#contract/snoozes.ts';
import { blockCustomers } from '#domain/customers/index.ts';
import { markSpam, readSnooze, snoozeTickets, wakeTickets } from '#domain/tickets/index.ts';
import type { Database } from '#platform/database.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = { db: Database; sessions: Sessions; mounted: Mounted; wake: Wake };

/** Tickets are put off and wake, and what nobody wants to read is kept out. */
export function mountTicketLife(app: FastifyInstance, { db, sessions, mounted, wake }: Needs): void {
  const on = callMounter(app, sessions, mounted);

  on.withScope(snoozeCall, async ({ ids, ...choice }, { person }) => {
    const moved = await snoozeTickets(db, ids, readSnooze(choice, 'data'), person);
    wake.nudge('events');
    wake.nudge('snoozes');
    return { ids: moved };
  });

  on.withScope(wakeCall, async ({ ids, undo }, { person }) => {
    const moved = await wakeTickets(db, ids, undo === 1 ? 'undo' : 'wake', person);
    wake.nudge('events');
    return { ids: moved };
  });

  on.withScope(spamCall, async ({ ids, is_spam, block }, { person }) => {
    const marking = { ids, isSpam: is_spam === 1, blocks: is_spam === 1 && block === 1 };
    const { moved, blocked } = await markSpam(db, marking, person);
    wake.nudge('events');
    return { ids: moved, blocked };
  });

  on.withScope(blockCall, async ({ ids }, { person }) => {
    await db.transaction({ companies: person.companies }, (tx) =>
      blockCustomers(tx, { ids, isBlocked: true, field: 'data.ids' }, person),
    );
    wake.nudge('events');
    return {};
  });

  on.withScope(unblockCall, async ({ ids }, { person }) => {
    await db.transaction({ companies: person.companies }, (tx) =>
      blockCustomers(tx, { ids, isBlocked: false, field: 'data.ids' }, person),
    );
    wake.nudge('events');
    return {};
  });
}

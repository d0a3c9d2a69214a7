import type { FastifyInstance } from 'fastify';
import {
  findOtherTickets as findOthersCall,
  linkTickets as linkCall,
  ticketRelations as relationsCall,
  unlinkTickets as unlinkCall,
} from '#contract/ticket-links.ts';
import {
  mergeTickets as mergeCall,
  previewMerge as previewCall,
  splitTicket as splitCall,
  unmergeTickets as unmergeCall,
  unsplitTicket as unsplitCall,
} from '#contract/ticket-merges.ts';
import {
  findOtherTickets,
  linkTickets,
  lockWhereFound,
  mergeTickets,
  previewMerge,
  splitTicket,
  ticketRelations,
  unlinkTickets,
  unmergeTickets,
  unsplitTicket,
} from '#domain/tickets/index.ts';
import type { Database } from '#platform/database.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = { db: Database; sessions: Sessions; mounted: Mounted; wake: Wake };

/** Tickets that become one, come apart, or know of each other. */
export function mountTicketMerges(app: FastifyInstance, { db, sessions, mounted, wake }: Needs): void {
  const on = callMounter(app, sessions, mounted);
  const told = <T>(answer: T): T => {
    wake.nudge('events');
    return answer;
  };

  on.withScope(previewCall, (data, { person }) => previewMerge(db, data, person));
  on.withScope(mergeCall, async (data, { person }) => told({ merges: await mergeTickets(db, data, person) }));
  on.withScope(unmergeCall, async (data, { person }) =>
    told({ ids: await unmergeTickets(db, data.merge_ids, person) }),
  );
  on.withScope(splitCall, async (data, { person }) => told(await splitTicket(db, data, person)));
  on.withScope(unsplitCall, async (data, { person }) => {
    await unsplitTicket(db, data.split_id, person);
    return told({});
  });

  on.withScope(linkCall, async (data, { person }) => {
    await linkTickets(db, data, person);
    return told({});
  });
  on.withScope(unlinkCall, async (data, { person }) => {
    await unlinkTickets(db, data, person);
    return told({});
  });
  on.withScope(relationsCall, (data, { person }) =>
    db.transaction({ companies: person.companies }, async (tx) =>
      ticketRelations(tx, await lockWhereFound(tx, data.ticket_id, person, 'tickets.get'), person),
    ),
  );
  on.withScope(findOthersCall, (data, { person }) =>
    db.transaction({ companies: person.companies }, async (tx) => ({
      tickets: await findOtherTickets(
        tx,
        await lockWhereFound(tx, data.ticket_id, person, 'tickets.get'),
        data.words ?? '',
        person,
      ),
    })),
  );
}

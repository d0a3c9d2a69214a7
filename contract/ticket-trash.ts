import { z } from 'zod';
import { call } from './call.ts';
import { idValue } from './entity.ts';

/** Tickets that are named at once; the whole trash goes by a job. */
export const purgedAtOnceMax = 100;

export const purgeTickets = call(
  'tickets/purge',
  'Deletes tickets in the trash for good, with everything that hangs on them. Nothing brings them back; their numbers are never given again',
  {
    scope: 'tickets.purge',
    data: z.strictObject({ ids: z.array(idValue).min(1).max(purgedAtOnceMax) }),
    /** What was merged into them went along. */
    answer: z.strictObject({ purged: z.int() }),
    errors: ['ticket_not_found', 'forbidden', 'not_in_this_state'],
  },
);

export const emptyTrash = call(
  'tickets/empty-trash',
  'Deletes everything for good that is in the trash of a company at this moment, as far as the caller sees it. A job does it; the same `request_id` asks once',
  {
    scope: 'tickets.purge',
    data: z.strictObject({ request_id: z.uuid(), company_id: idValue }),
    answer: z.strictObject({ job_id: idValue, total: z.int() }),
    errors: ['not_found', 'forbidden', 'too_many_jobs', 'too_many_requests'],
  },
);

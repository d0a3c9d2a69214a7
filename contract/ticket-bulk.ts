import { z } from 'zod';
import { call } from './call.ts';
import { getBody, idValue, safeText, searchQueryMax } from './entity.ts';
import { snooze } from './snoozes.ts';

/** After its end a job can be taken back for so long. */
export const bulkUndoMinutes = 10;

/** What can be done to everything that matches. */
export const bulkAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('resolve') }),
  /** Of what is resolved. */
  z.strictObject({ kind: z.literal('reopen') }),
  z.strictObject({ kind: z.literal('trash') }),
  /** Of what is in the trash. */
  z.strictObject({ kind: z.literal('restore') }),
  z.strictObject({ kind: z.literal('spam') }),
  z.strictObject({ kind: z.literal('not_spam') }),
  z.strictObject({ kind: z.literal('assign'), assignee_id: idValue.nullable() }),
  z.strictObject({ kind: z.literal('assign_team'), team_id: idValue.nullable() }),
  z.strictObject({ kind: z.literal('tag'), tag_id: idValue }),
  z.strictObject({ kind: z.literal('untag'), tag_id: idValue }),
  z.strictObject({ kind: z.literal('label'), label_id: idValue.nullable() }),
  z.strictObject({ kind: z.literal('snooze'), ...snooze.shape }),
]);
export type BulkAction = z.infer<typeof bulkAction>;

/** What somebody, or a token of theirs, must be allowed: to do it, and to take it back. */
export function bulkRights({ kind }: BulkAction): { does: string; takesBack: string } {
  if (kind === 'trash') return { does: 'tickets.delete', takesBack: 'tickets.restore' };
  if (kind === 'restore') return { does: 'tickets.restore', takesBack: 'tickets.delete' };
  return { does: 'tickets.update', takesBack: 'tickets.update' };
}

const errors = ['not_found', 'forbidden', 'too_many_jobs', 'too_many_requests'] as const;

export const actOnAll = call(
  'tickets/act-on-all',
  'Does the same to all tickets that a filter, or a search, finds at this moment. A job of each company does it, and neither resolves nor puts off, throws away or calls spam a ticket whose customer wrote since; the same `request_id` asks once',
  {
    scope: 'tickets.update',
    data: z.strictObject({
      request_id: z.uuid(),
      /** All that the person works for, where it is absent; what an action names must then be at home in each. */
      company_id: idValue.optional(),
      filter: getBody.shape.filter,
      /** As in `search/find`: what it finds, and nothing of it where that is more than a search shows. */
      search: safeText(searchQueryMax, 1).optional(),
      action: bulkAction,
    }),
    /** How many it found, and a job for each company that has some of them. */
    answer: z.strictObject({
      jobs: z.array(z.strictObject({ job_id: idValue, company_id: idValue, total: z.int() })),
      total: z.int(),
    }),
    errors: [
      ...errors,
      'limit_reached',
      'unknown_field',
      'unknown_operator',
      'search_unknown_operator',
      'search_value_missing',
      'search_unknown_value',
      'search_too_many_words',
      'search_too_slow',
    ],
  },
);

export const undoBulk = call(
  'tickets/undo-all',
  'Takes back what a job did to tickets, as far as they still stand as it left them and nobody has gone on with them; within ten minutes after its end',
  {
    scope: 'tickets.update',
    data: z.strictObject({ request_id: z.uuid(), job_id: idValue }),
    answer: z.strictObject({ job_id: idValue, total: z.int() }),
    errors: [...errors, 'undo_expired', 'not_in_this_state'],
  },
);

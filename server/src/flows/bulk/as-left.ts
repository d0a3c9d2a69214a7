import type { BulkAction } from '#contract/ticket-bulk.ts';
import type { Tx } from '#platform/database.ts';
import { type Sql, sql } from '#platform/sql.ts';
import type { Before } from './bulk-actions.ts';

/** How a ticket stands; `snoozed_until` as it travels. */
export type Now = Before & { readonly snoozed_until: string | null };

/** Notes how tickets stood before a job changed them, and how it left them. In the transaction in which it did so. */
export async function noteChanges(
  tx: Tx,
  job: { readonly companyId: number; readonly id: number },
  rows: readonly Before[],
): Promise<void> {
  await tx.run(
    sql`insert into bulk_changes (company_id, job_id, ticket_id, before)
        select ${job.companyId}::bigint, ${job.id}::bigint, (row->>'id')::bigint, row || jsonb_build_object('left_at', now(), 'left_with',
          (select max(m.id) from messages m where m.company_id = ${job.companyId}::bigint and m.ticket_id = (row->>'id')::bigint))
        from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) row`,
  );
}

/** Which of these still stand as a job left them: what somebody did to one since is theirs, and is not taken back. */
export async function standAsLeft(
  tx: Tx,
  jobId: number,
  action: BulkAction,
  rows: readonly Now[],
): Promise<ReadonlySet<number>> {
  const ids = rows.filter((row) => isSo(action, row)).map((row) => row.id);
  const mark = markOf(action);
  if (!mark) return new Set(ids);
  const still = await tx.rows<{ id: number }>(
    sql`select t.id from bulk_changes b join jobs j on j.id = b.job_id join tickets t on t.company_id = b.company_id and t.id = b.ticket_id
        where b.company_id = j.company_id and b.job_id = ${jobId} and b.ticket_id = any (${ids}::bigint[]) and ${mark}`,
  );
  return new Set(still.map((row) => row.id));
}

function isSo(action: BulkAction, now: Now): boolean {
  if (action.kind === 'resolve') return now.view_type === 'resolved';
  if (action.kind === 'reopen') return now.view_type === '';
  if (action.kind === 'snooze') return now.view_type === 'snoozed' && now.snoozed_until === action.until;
  if (action.kind === 'spam') return now.is_spam === 1;
  if (action.kind === 'not_spam') return now.is_spam === 0;
  if (action.kind === 'assign') return now.assignee_id === action.assignee_id;
  if (action.kind === 'assign_team') return now.team_id === action.team_id && now.assignee_id === null;
  if (action.kind === 'label') return now.label_id === action.label_id;
  return true;
}

/** What tells that it was this job, where another one may have done the same since. */
function markOf(action: BulkAction): Sql | undefined {
  switch (action.kind) {
    case 'tag':
      // Where it was merged since, what it became is on the ticket by that alone.
      return sql`exists (select from ticket_tags x where x.ticket_id = t.id and x.tag_id = ${action.tag_id} and x.added_by = j.asked_by and x.added = (b.before->>'left_at')::timestamptz)
            and not exists (select from ticket_tags x where x.ticket_id = t.id and x.tag_id <> ${action.tag_id}
              and x.tag_id = any (tags_now(array[${action.tag_id}::bigint])) and x.merged_from is distinct from ${action.tag_id}::bigint)`;
    case 'untag':
      return sql`not exists (select from messages m join tags g on g.id = ${action.tag_id} where ${isByOthersSince} and m.event_key = 'untagged'
            and position(', ' || g.name || ', ' in ', ' || (m.event_values->>'tags') || ', ') > 0)`;
    case 'trash':
      return sql`t.deleted_at = (b.before->>'left_at')::timestamptz`;
    // They were brought back to be worked on: where somebody has written or done anything, that has begun.
    case 'restore':
    case 'not_spam':
    case 'reopen':
      return sql`not exists (select from messages m where m.company_id = b.company_id and m.ticket_id = t.id and m.id > (b.before->>'left_with')::bigint
            and (m.kind <> 'event' or m.author_kind = 'user' and m.author_id is distinct from j.asked_by))`;
    case 'spam':
      return sql`not exists (select from messages m where ${isByOthersSince} and m.event_key = 'marked_spam')`;
    case 'label':
      return sql`not exists (select from messages m where ${isByOthersSince} and m.event_key in ('labelled', 'unlabelled'))`;
    default:
      return undefined;
  }
}

const isByOthersSince = sql`m.company_id = b.company_id and m.ticket_id = t.id and m.id > (b.before->>'left_with')::bigint and m.kind = 'event' and m.author_id is distinct from j.asked_by`;

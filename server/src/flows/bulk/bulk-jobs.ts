import { z } from 'zod';
import { idValue } from '#contract/entity.ts';
import type { ErrorKey } from '#contract/errors.ts';
import type { JobKind } from '#contract/jobs.ts';
import { type BulkAction, bulkAction } from '#contract/ticket-bulk.ts';
import { sees } from '#domain/tickets/index.ts';
import type { Transactions, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { partOf, withoutEnd } from '#platform/part-of-transaction.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import type { JobAtWork, JobRun } from '../jobs/job-at-work.ts';
import { act, type Before, bulkPrivilege, changes, type Now, standsAsLeft, takeBack } from './bulk-actions.ts';

/** One transaction each: colleagues who want one of these tickets wait no longer. */
const ticketsPerStretch = 50;

const doing = z.strictObject({ action: bulkAction, ids: z.array(idValue) });
const undoing = z.strictObject({ action: bulkAction, job_id: idValue });
type Checkpoint = { readonly at: number; readonly changed: number; readonly refusals?: Refusals };
/** How many tickets did not take it, and why the first of them did not. */
type Refusals = { readonly count: number; readonly key: ErrorKey; readonly values: Problem['values'] };

/** What is done to everything that matches, and how it is taken back. */
export const bulkJobs: Pick<Record<JobKind, JobRun>, 'ticket-bulk' | 'ticket-bulk-undo'> = {
  async 'ticket-bulk'(job) {
    const { action, ids } = doing.parse(job.input);
    let { at, changed, refusals } = (job.checkpoint ?? { at: 0, changed: 0 }) as Checkpoint; // ours, from the stretch before
    while (at < ids.length) {
      const some = ids.slice(at, at + ticketsPerStretch);
      const person = await askerWho(job, action);
      await job.commit(async (tx) => {
        const before = (await lockNow(tx, some, person)).filter((row) => changes(action, row));
        const [done, refused] = await actOnEach(
          tx,
          action,
          before.map((row) => row.id),
          person,
        );
        const rows = before.filter((row) => done.includes(row.id));
        await tx.run(
          sql`insert into bulk_changes (company_id, job_id, ticket_id, before)
              select ${job.companyId}::bigint, ${job.id}::bigint, (row->>'id')::bigint, row from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) row`,
        );
        at += some.length;
        changed += rows.length;
        const [first] = refused;
        if (first)
          refusals = {
            ...{ key: first.key, values: first.values },
            ...refusals,
            count: (refusals?.count ?? 0) + refused.length,
          };
        const left = refusals && { ...refusals.values, refused: refusals.count };
        return { done: at, checkpoint: { at, changed, refusals }, summary: { ...left, action: action.kind, changed } };
      });
    }
    // Where none took it, that is what there is to say.
    if (changed === 0 && refusals) throw new Problem(refusals.key, refusals);
    return {};
  },

  async 'ticket-bulk-undo'(job) {
    const { action, job_id: undone } = undoing.parse(job.input);
    let { at, changed } = (job.checkpoint ?? { at: 0, changed: 0 }) as Checkpoint;
    for (;;) {
      const rows = await nextChanges(job, undone, at);
      const last = rows.at(-1);
      if (!last) return {};
      const person = await askerWho(job, action);
      await job.commit(async (tx) => {
        const ids = rows.map((row) => row.id);
        const now = await lockNow(tx, ids, person, action.kind === 'trash' ? 1 : 0);
        const tagged = action.kind === 'tag' ? await stillTagged(tx, undone, action.tag_id, ids) : undefined;
        const isAsLeft = (row: Now) => standsAsLeft(action, row) && tagged?.has(row.id) !== false;
        const asLeft = new Set(now.filter(isAsLeft).map((row) => row.id));
        const before = rows.filter((row) => asLeft.has(row.id));
        if (before.length > 0) await takeBack(within(tx), action, before, person);
        at = last.id;
        changed += before.length;
        return { done: changed, checkpoint: { at, changed }, summary: { action: action.kind, changed } };
      });
    }
  },
};

/**
 * Does it to all of a stretch; where one of them is refused, to each by itself: thousands do not stay behind because of one.
 * Answers those that changed, and why others did not.
 */
async function actOnEach(
  tx: Tx,
  action: BulkAction,
  ids: readonly number[],
  person: Caller,
): Promise<[done: readonly number[], refused: readonly Problem[]]> {
  if (ids.length === 0) return [[], []];
  const all = await orProblem(act(partOf(tx), action, ids, person));
  if (!(all instanceof Problem)) return [all, []];
  const done: number[] = [];
  const refused: Problem[] = [];
  for (const id of ids) {
    const one = await orProblem(act(partOf(tx), action, [id], person));
    if (one instanceof Problem) refused.push(one);
    else done.push(...one);
  }
  return [done, refused];
}

const orProblem = <T>(done: Promise<T>): Promise<T | Problem> =>
  done.catch((error: unknown) => {
    if (error instanceof Problem) return error;
    throw error;
  });

/** Whoever asked, as they are now: a right that was taken meanwhile ends the job. */
async function askerWho(job: JobAtWork, action: BulkAction): Promise<Caller> {
  const person = await job.asker();
  if (!person.may(job.companyId, bulkPrivilege(action))) throw new Problem('forbidden');
  return person;
}

/** The tickets as they stand, locked; those that are gone, merged or out of sight by now are left out. */
async function lockNow(tx: Tx, ids: readonly number[], caller: Caller, isDeleted: 0 | 1 = 0): Promise<Now[]> {
  const rows = await tx.rows<Now & { company_id: number; product_id: number }>(
    sql`select id, company_id, product_id, view_type, assignee_id, team_id, label_id,
          to_char(snoozed_until at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as snoozed_until from tickets
        where id = any (${ids}::bigint[]) and merged_into_id is null and is_deleted = ${isDeleted} order by id for update`,
  );
  return rows.filter((row) => sees(caller, row)).map(({ company_id: _company, product_id: _product, ...row }) => row);
}

/** Where the tag is still the one that the job put there: one that was taken off and put on again since is somebody's own. */
async function stillTagged(tx: Tx, jobId: number, tagId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx.rows<{ ticket_id: number }>(
    sql`select x.ticket_id from ticket_tags x join jobs j on j.id = ${jobId} and x.added_by = j.asked_by and x.added <= j.ended
        where x.ticket_id = any (${ids}::bigint[]) and x.tag_id = ${tagId}`,
  );
  return new Set(rows.map((row) => row.ticket_id));
}

/** What the job changed, in the order of the tickets. */
async function nextChanges({ db, companyId }: JobAtWork, jobId: number, after: number): Promise<Before[]> {
  const rows = await db.read<{ before: Before }>(
    { companies: [companyId] },
    sql`select before from bulk_changes where company_id = ${companyId} and job_id = ${jobId} and ticket_id > ${after} order by ticket_id limit ${ticketsPerStretch}`,
  );
  return rows.map((row) => row.before);
}

/** The stretch's own transaction, for functions that would begin one. */
const within = (tx: Tx): Transactions => ({ transaction: (_scope, work) => work(withoutEnd(tx)) });

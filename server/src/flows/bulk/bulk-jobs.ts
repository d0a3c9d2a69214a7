import { z } from 'zod';
import { idValue } from '#contract/entity.ts';
import type { ErrorKey } from '#contract/errors.ts';
import type { JobKind } from '#contract/jobs.ts';
import { type BulkAction, bulkAction, bulkRights } from '#contract/ticket-bulk.ts';
import { sees } from '#domain/tickets/index.ts';
import type { Transactions, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { partOf } from '#platform/part-of-transaction.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import type { JobAtWork, JobRun } from '../jobs/job-at-work.ts';
import { type Now, noteChanges, standAsLeft } from './as-left.ts';
import { act, type Before, changes, takeBack } from './bulk-actions.ts';
import { customerWroteSince } from './customer-wrote-since.ts';

/** One transaction each: colleagues who want one of these tickets wait no longer. */
const ticketsPerStretch = 50;

/** `seen`: the newest message that each of them had when it was asked for. */
const doing = z.strictObject({ action: bulkAction, ids: z.array(idValue), seen: z.array(z.int()).optional() });
const undoing = z.strictObject({ action: bulkAction, job_id: idValue });
/** `at`: of what was asked, or behind which ticket. */
type Checkpoint = {
  readonly at: number;
  readonly changed: number;
  readonly refusals?: Refusals;
  /** Tickets that were left as they are, because their customers wrote after it was asked for. */
  readonly wrote?: number;
};
type UndoCheckpoint = Checkpoint & { readonly seen: number };
/** How many tickets did not take it, and why the first of them did not. */
type Refusals = { readonly count: number; readonly key: ErrorKey; readonly values: Problem['values'] };

/** What is done to everything that matches, and how it is taken back. */
export const bulkJobs: Pick<Record<JobKind, JobRun>, 'ticket-bulk' | 'ticket-bulk-undo'> = {
  async 'ticket-bulk'(job) {
    const { action, ids, seen } = doing.parse(job.input);
    const seenOf = new Map(ids.map((id, i) => [id, seen?.[i]]));
    const { does } = bulkRights(action);
    let { at, changed, refusals, wrote = 0 } = (job.checkpoint ?? { at: 0, changed: 0 }) as Checkpoint; // ours, from the stretch before
    while (at < ids.length) {
      const some = ids.slice(at, at + ticketsPerStretch);
      const person = await askerWho(job, [does]);
      await job.commit(async (tx) => {
        const now = await lockNow(tx, some, person, action.kind === 'restore' ? 1 : 0);
        const changing = now.filter((row) => changes(action, row));
        const theirs = await customerWroteSince(tx, { companyId: job.companyId, action, seenOf }, idsOf(changing));
        const before = changing.filter((row) => !theirs.has(row.id));
        const [done, refused] = await onEach(tx, before, (db, rows) => act(db, action, idsOf(rows), person));
        const rows = before.filter((row) => done.includes(row.id));
        await noteChanges(tx, job, rows);
        at += some.length;
        changed += rows.length;
        refusals = withMore(refusals, refused);
        wrote += theirs.size;
        return {
          ...{ done: at, checkpoint: { at, changed, refusals, wrote } },
          summary: summaryOf(action, changed, refusals, wrote),
        };
      });
    }
    // Where none took it, that is what there is to say.
    if (changed === 0 && refusals) throw new Problem(refusals.key, refusals);
    return {};
  },

  async 'ticket-bulk-undo'(job) {
    const { action, job_id: undone } = undoing.parse(job.input);
    const { does, takesBack } = bulkRights(action);
    let {
      at,
      changed,
      seen = 0,
      refusals,
    } = (job.checkpoint ?? { at: 0, changed: 0 }) as Partial<UndoCheckpoint> & Checkpoint; // as above
    for (;;) {
      const rows = await nextChanges(job, undone, at);
      const last = rows.at(-1);
      if (!last) return {};
      const person = await askerWho(job, [does, takesBack]);
      await job.commit(async (tx) => {
        // What it gave to somebody may be out of the sight of whoever asked because of that alone.
        const given = action.kind === 'assign' || action.kind === 'assign_team' ? rows : [];
        const now = await lockNow(tx, idsOf(rows), person, action.kind === 'trash' ? 1 : 0, given);
        const asLeft = await standAsLeft(tx, undone, action, now);
        const before = rows.filter((row) => asLeft.has(row.id));
        const [back, refused] = await onEach(tx, before, (db, those) => takeBack(db, action, those, person));
        at = last.id;
        seen += rows.length;
        changed += back.length;
        refusals = withMore(refusals, refused);
        return {
          done: seen,
          checkpoint: { at, changed, seen, refusals },
          summary: summaryOf(action, changed, refusals),
        };
      });
    }
  },
};

/**
 * Does it to all of a stretch; where one of them is refused, to each by itself: thousands do not stay behind because of one.
 * Answers those that changed, and why others did not.
 */
async function onEach(
  tx: Tx,
  rows: readonly Before[],
  work: (db: Transactions, rows: readonly Before[]) => Promise<readonly number[]>,
): Promise<[done: readonly number[], refused: readonly Problem[]]> {
  if (rows.length === 0) return [[], []];
  const all = await orProblem(work(partOf(tx), rows));
  if (!(all instanceof Problem)) return [all, []];
  const done: number[] = [];
  const refused: Problem[] = [];
  for (const row of rows) {
    const one = await orProblem(work(partOf(tx), [row]));
    if (one instanceof Problem) refused.push(one);
    else done.push(...one);
  }
  return [done, refused];
}

function withMore(known: Refusals | undefined, refused: readonly Problem[]): Refusals | undefined {
  const [first] = refused;
  if (!first) return known;
  return { key: first.key, values: first.values, ...known, count: (known?.count ?? 0) + refused.length };
}

const summaryOf = ({ kind: action }: BulkAction, changed: number, refusals: Refusals | undefined, wrote = 0) => ({
  ...(refusals && { ...refusals.values, refused: refusals.count }),
  ...(wrote > 0 && { wrote }),
  action,
  changed,
});

const idsOf = (rows: readonly Before[]) => rows.map((row) => row.id);

const orProblem = <T>(done: Promise<T>): Promise<T | Problem> =>
  done.catch((error: unknown) => {
    if (error instanceof Problem) return error;
    throw error;
  });

/** Whoever asked, as they are now: a right that was taken meanwhile ends the job. */
async function askerWho(job: JobAtWork, rights: readonly string[]): Promise<Caller> {
  const person = await job.asker();
  if (!rights.every((right) => person.may(job.companyId, right))) throw new Problem('forbidden');
  return person;
}

/**
 * The tickets as they stand, locked; those that are gone, merged or out of sight by now are left out. Of those that were
 * `given` away it is enough that they were in sight where they were before.
 */
async function lockNow(
  tx: Tx,
  ids: readonly number[],
  caller: Caller,
  isDeleted: 0 | 1,
  given: readonly Before[] = [],
): Promise<Now[]> {
  const rows = await tx.rows<Now & { company_id: number; product_id: number }>(
    sql`select id, company_id, product_id, view_type, assignee_id, team_id, label_id, is_spam,
          to_char(snoozed_until at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as snoozed_until from tickets
        where id = any (${ids}::bigint[]) and merged_into_id is null and is_deleted = ${isDeleted} order by id for update`,
  );
  const hadOf = new Map(given.map(({ id, assignee_id, team_id }) => [id, { assignee_id, team_id }]));
  const isSeen = (row: (typeof rows)[number]) => sees(caller, row) || sees(caller, { ...row, ...hadOf.get(row.id) });
  return rows.filter(isSeen).map(({ company_id: _company, product_id: _product, ...row }) => row);
}

/** What the job changed, in the order of the tickets. */
async function nextChanges({ db, companyId }: JobAtWork, jobId: number, after: number): Promise<Before[]> {
  const rows = await db.read<{ before: Before }>(
    { companies: [companyId] },
    sql`select before from bulk_changes where company_id = ${companyId} and job_id = ${jobId} and ticket_id > ${after} order by ticket_id limit ${ticketsPerStretch}`,
  );
  return rows.map((row) => row.before);
}

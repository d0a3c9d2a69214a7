import type { FastifyInstance } from 'fastify';
import { foundTicketsMax } from '#contract/search.ts';
import { actOnAll, type BulkAction, bulkAction, bulkRights, bulkUndoMinutes, undoBulk } from '#contract/ticket-bulk.ts';
import { bulkTicketsMax } from '#contract/tickets.ts';
import { askForJob, isUndoOver } from '#domain/jobs/index.ts';
import type { Person } from '#domain/people/index.ts';
import { findAllIds } from '#domain/search/index.ts';
import { readSnooze, ticketsTable } from '#domain/tickets/index.ts';
import type { Database, Tx } from '#platform/database.ts';
import { getRowsAfter } from '#platform/entities/get-rows.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import { paceJob } from '../pace-job.ts';
import type { Sessions } from '../sessions.ts';

type Needs = { db: Database; sessions: Sessions; mounted: Mounted; wake: Wake; limits: Limits };

/** Each goes through thousands of tickets. */
const bulks: Limit = { name: 'ticket-bulks', points: 60, seconds: 3600 };

/** The same for everything that matches: what a filter finds now is written down, and a job does it. */
export function mountTicketBulk(app: FastifyInstance, { db, sessions, mounted, wake, limits }: Needs): void {
  const on = callMounter(app, sessions, mounted);
  const nudge = () => {
    wake.nudge('jobs');
    wake.nudge('events');
  };

  on.withScope(actOnAll, async (data, { person }) => {
    const { company_id: companyId, request_id: requestId, action } = data;
    const { does: privilege } = bulkRights(action);
    if (companyId !== undefined && !(person.companies.includes(companyId) && person.may(companyId, 'tickets.get')))
      throw new Problem('not_found', { field: 'data.company_id' });
    const companies = (companyId === undefined ? person.companies : [companyId]).filter((id) =>
      person.may(id, privilege),
    );
    if (companies.length === 0) throw new Problem('forbidden');
    if (action.kind === 'snooze') readSnooze(action, 'data.action');
    const known = await askedBefore(db, { companies, requestId, askedBy: person.userId });
    if (known) return known;
    // A search costs more than it does to be counted.
    await limits.take(bulks, { person: person.userId });
    const conditions: Conditions = [...(data.filter?.conditions ?? []), ['company_id', 'in', companies]];
    if (data.search !== undefined) conditions.push(await foundBy(db, data.search, companyId, person));
    const wanted = { fields: ['id', 'company_id'], filter: { conditions } };
    const found = await getRowsAfter(db, ticketsTable, wanted, person, { id: 0, limit: bulkTicketsMax + 1 });
    if (found.length > bulkTicketsMax)
      throw new Problem('limit_reached', { field: 'data.filter', values: { max: bulkTicketsMax } });
    // One of a company that has none says that there was nothing to do.
    const [only] = companies;
    const ofCompany = Map.groupBy(found, (row) => Number(row.company_id));
    if (found.length === 0 && only !== undefined) ofCompany.set(only, []);
    const jobs = await db.transaction({ companies: [...ofCompany.keys()] }, async (tx) => {
      const asked: { job_id: number; company_id: number; total: number }[] = [];
      for (const [company_id, rows] of ofCompany) {
        await requireThings(tx, company_id, action);
        const ids = rows.map((row) => Number(row.id));
        const job = await askForJob(tx, {
          ...{ companyId: company_id, requestId, askedBy: person.userId, kind: 'ticket-bulk', entity: 'tickets' },
          ...{ input: { action, ids, seen: await newestMessages(tx, ids) }, total: ids.length },
        });
        asked.push({ job_id: job.id, company_id, total: ids.length });
      }
      return asked;
    });
    nudge();
    return { jobs, total: found.length };
  });

  on.withScope(undoBulk, async ({ request_id: requestId, job_id }, { person }) => {
    await paceJob({ db, limits }, bulks, { kind: 'ticket-bulk-undo', requestId, person, companies: person.companies });
    const job = await db.transaction({ companies: person.companies }, (tx) =>
      askForUndo(tx, job_id, requestId, person),
    );
    nudge();
    return { job_id: job.id, total: job.total };
  });
}

/** What the same request was answered: by now its filter may find nothing more. */
async function askedBefore(
  db: Database,
  { companies, requestId, askedBy }: { companies: readonly number[]; requestId: string; askedBy: number },
) {
  const jobs = await db.read<{ job_id: number; company_id: number; total: number }>(
    { companies },
    sql`select id as job_id, company_id, total from jobs
        where company_id = any (${companies}::bigint[]) and asked_by = ${askedBy} and request_id = ${requestId} and kind = 'ticket-bulk' order by id`,
  );
  return jobs.length === 0 ? undefined : { jobs, total: jobs.reduce((sum, job) => sum + job.total, 0) };
}

type Conditions = [field: string, operator: string, value: unknown][];

/** Nobody has seen more than a search shows, so more is never meant. */
async function foundBy(db: Database, query: string, companyId: number | undefined, person: Person) {
  const { ids, isCapped } = await findAllIds(db, { query, company_id: companyId, field: 'data.search' }, person);
  if (isCapped) throw new Problem('limit_reached', { field: 'data.search', values: { max: foundTicketsMax } });
  // No ticket has the number 0.
  const condition: Conditions[number] = ['id', 'in', ids.length > 0 ? ids : [0]];
  return condition;
}

/** Whatever is written on one of these tickets from now on is newer. */
async function newestMessages(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`select coalesce((select max(m.id) from messages m where m.company_id = t.company_id and m.ticket_id = t.id), 0) as id
        from unnest(${ids}::bigint[]) with ordinality asked (id, place) join tickets t on t.id = asked.id order by asked.place`,
  );
  return rows.map((row) => row.id);
}

/** What an action names must be the company's own. */
async function requireThings(tx: Tx, companyId: number, action: BulkAction): Promise<void> {
  const one = async (table: string, id: number | null, field: string) => {
    if (id === null) return;
    const row = await tx.row(
      sql`select 1 from ${sql.unsafe(table)} where id = ${id} and company_id = ${companyId} and is_deleted = 0`,
    );
    if (!row) throw new Problem('not_found', { field: `data.action.${field}` });
  };
  if (action.kind === 'tag' || action.kind === 'untag') await one('tags', action.tag_id, 'tag_id');
  if (action.kind === 'label') await one('labels', action.label_id, 'label_id');
  if (action.kind === 'assign_team') await one('teams', action.team_id, 'team_id');
  if (action.kind === 'assign' && action.assignee_id !== null) {
    const row = await tx.row(
      sql`select 1 from roles where user_id = ${action.assignee_id} and company_id = ${companyId} and is_deleted = 0`,
    );
    if (!row) throw new Problem('not_found', { field: 'data.action.assignee_id' });
  }
}

async function askForUndo(tx: Tx, jobId: number, requestId: string, person: Person) {
  const job = await tx.row<{
    company_id: number;
    input: { action: unknown };
    ended: Date | null;
    is_late: boolean;
    is_undone: boolean;
  }>(
    sql`select company_id, input, ended, ended < now() - make_interval(mins => ${bulkUndoMinutes}) as is_late, coalesce((summary->>'undone_by')::uuid <> ${requestId}, false) and not ${isUndoOver} as is_undone
        from jobs j where id = ${jobId} and asked_by = ${person.userId} and kind = 'ticket-bulk' for update`,
  );
  if (!job) throw new Problem('not_found', { field: 'data.job_id' });
  const action = bulkAction.parse(job.input.action);
  const { does, takesBack } = bulkRights(action);
  if (![does, takesBack].every((one) => person.may(job.company_id, one))) throw new Problem('forbidden');
  if (job.is_late) throw new Problem('undo_expired', { field: 'data.job_id' });
  if (job.ended === null || job.is_undone) throw new Problem('not_in_this_state', { field: 'data.job_id' });
  const count = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from bulk_changes where company_id = ${job.company_id} and job_id = ${jobId}`,
  );
  const total = count?.n ?? 0;
  await tx.run(
    sql`update jobs set summary = coalesce(summary, '{}') || ${JSON.stringify({ undone_by: requestId })}::jsonb where id = ${jobId}`,
  );
  const asked = await askForJob(tx, {
    ...{ companyId: job.company_id, requestId, askedBy: person.userId, kind: 'ticket-bulk-undo', entity: 'tickets' },
    ...{ input: { action, job_id: jobId }, total },
  });
  return { id: asked.id, total };
}

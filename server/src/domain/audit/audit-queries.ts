import { type AuditEntry, type AuditNarrowing, auditEntriesPerPage, newerEntriesMax } from '#contract/audit.ts';
import type { Database } from '#platform/database.ts';
import { type Sql, sql } from '#platform/sql.ts';

/** Whose trail: a company's, or the installation's (null). */
export type AuditScope = number | null;
export type EntryRow = AuditEntry;

/** A page of entries, the newest first. */
export async function listEntries(
  db: Database,
  of: AuditScope,
  narrowing: AuditNarrowing,
  before?: number,
): Promise<{ entries: AuditEntry[]; next: number | null }> {
  const rows = await readEntries(db, of, narrowing, { before, limit: auditEntriesPerPage + 1 });
  const entries = rows.slice(0, auditEntriesPerPage);
  return { entries, next: rows.length > entries.length ? (entries.at(-1)?.number ?? null) : null };
}

/** How many came after this one, up to a hundred. */
export async function countNewer(
  db: Database,
  of: AuditScope,
  narrowing: AuditNarrowing,
  after: number,
): Promise<number> {
  const conditions = [sql`chain = ${of ?? 0}`, sql`number > ${after}`, ...conditionsOf(narrowing)];
  const [row] = await db.read<{ count: number }>(
    of === null ? 'system' : { companies: [of] },
    sql`select count(*)::int as count from (select from audit_entries where ${sql.join(conditions, ' and ')} limit ${newerEntriesMax}) newer`,
  );
  return row?.count ?? 0;
}

export function readEntries(
  db: Database,
  of: AuditScope,
  narrowing: AuditNarrowing,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<EntryRow[]> {
  const conditions = [sql`chain = ${of ?? 0}`, ...conditionsOf(narrowing)];
  if (before !== undefined) conditions.push(sql`number < ${before}`);
  return db.read<EntryRow>(
    of === null ? 'system' : { companies: [of] },
    sql`select number, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at, entity, action, entity_id, title,
          actor_kind, actor_id, actor_name, ip, user_agent, detail, to_char(erased_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as erased_at, encode(hash, 'hex') as hash
        from audit_entries where ${sql.join(conditions, ' and ')} order by chain desc, number desc limit ${limit}`,
  );
}

function conditionsOf(the: AuditNarrowing): Sql[] {
  const conditions: Sql[] = [];
  if (the.actor_id !== undefined) conditions.push(sql`actor_id = ${the.actor_id}`);
  if (the.entity !== undefined) conditions.push(sql`entity = ${the.entity}`);
  if (the.entity_id !== undefined) conditions.push(sql`entity_id = ${the.entity_id}`);
  if (the.action !== undefined) conditions.push(sql`action = ${the.action}`);
  if (the.ip !== undefined) conditions.push(sql`starts_with(ip, ${the.ip})`);
  if (the.from !== undefined) conditions.push(sql`at >= ${the.from}::timestamp at time zone 'UTC'`);
  if (the.to !== undefined) conditions.push(sql`at < ${the.to}::timestamp at time zone 'UTC'`);
  return conditions;
}

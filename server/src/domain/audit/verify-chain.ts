import type { z } from 'zod';
import { entriesPerVerification, type verifyAudit } from '#contract/audit.ts';
import type { Database } from '#platform/database.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import type { AuditScope } from './audit-queries.ts';
import { type Head, isSealed } from './chain-seal.ts';

type Verified = z.output<typeof verifyAudit.answer>;

/**
 * Checks a stretch of a chain from entry `from` on: every entry is there, and its hash follows from its content and the
 * hash before it. Of an entry whose content was erased the hash of that content speaks. At the end the last entry must be the one that was sealed.
 */
export async function verifyChain(db: Database, secrets: Secrets, of: AuditScope, from: number): Promise<Verified> {
  const chain = of ?? 0;
  const scope = of === null ? 'system' : { companies: [of] };
  // One statement, so that the trail may grow meanwhile: head and entries are of one moment.
  const [row] = await db.read<
    Head & { seal: string; found: number; broken: { number: number; fault: 'changed' | 'missing' } | null }
  >(
    scope,
    sql`with head as materialized (select chain, last_number, last_hash, seal from audit_chains where chain = ${chain}),
        stretch as materialized (
          select e.number, e.hash, lag(e.number) over w as number_before,
            case when e.erased_at is not null and e.content_hash is null then e.hash else audit_hash(coalesce(lag(e.hash) over w, ''::bytea), e) end as due,
            -- What an entry said may be gone; then nothing stands in its place.
            case when e.erased_at is null then e.content_hash is null or e.content_hash = audit_content_hash(e) else e.title is null and e.detail is null end as is_true
          from audit_entries e where e.chain = ${chain} and e.number >= ${from - 1} and e.number < ${from + entriesPerVerification}
          window w as (order by e.number)),
        checked as (select * from stretch where number >= ${from})
        select h.chain, h.last_number, h.last_hash, h.seal,
          (select coalesce(max(number), least(${from - 1}, h.last_number)) from checked) as found,
          (select json_build_object('number', case when is_gap then coalesce(number_before, ${from - 1}) + 1 else number end,
                                    'fault', case when is_gap then 'missing' else 'changed' end)
             from (select *, number <> coalesce(number_before, ${from - 1}) + 1 or (number_before is null and number > 1) as is_gap from checked) c
             where is_gap or hash <> due or is_true is not true order by number limit 1) as broken
        from head h`,
  );
  if (!row) {
    const [orphan] = await db.read<{ number: number }>(
      scope,
      sql`select number from audit_entries where chain = ${chain} limit 1`,
    );
    return {
      entries: 0,
      next: null,
      broken: orphan ? { number: orphan.number, fault: 'seal' } : null,
      fingerprint: '',
    };
  }
  const fingerprint = row.last_hash.toString('hex');
  const whole = { entries: row.last_number, fingerprint };
  if (row.broken) return { ...whole, next: null, broken: row.broken };
  if (row.found >= from + entriesPerVerification - 1 && row.found < row.last_number)
    return { ...whole, next: row.found + 1, broken: null };
  return { ...whole, next: null, broken: await faultOfEnd() };

  async function faultOfEnd(): Promise<Verified['broken']> {
    if (!row) return null;
    if (row.found < row.last_number) return { number: row.found + 1, fault: 'missing' };
    if (row.found > row.last_number) return { number: row.last_number + 1, fault: 'added' };
    const [last] = await db.read<{ hash: Buffer }>(
      scope,
      sql`select hash from audit_entries where chain = ${chain} and number = ${row.last_number}`,
    );
    const isTheSealed = last?.hash.equals(row.last_hash) && isSealed(secrets, row);
    return isTheSealed ? null : { number: row.last_number, fault: 'seal' };
  }
}

import { companies } from '#contract/companies.ts';
import { linesOf } from '#contract/remote-access.ts';
import type { Tx } from '#platform/database.ts';
import type { Change, EntityTable } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { isAdmitted } from '../people/index.ts';
import { asCasePrefix, isCasePrefix } from './case-prefix.ts';
import { changeLogo } from './company-logo.ts';

/** SPEC section 5, of a company that is there; its founder's wizard takes longer names. */
const nameLengthMax = 30;

/** Companies are made by `found-company.ts`, since nobody has a role in one that does not exist yet. */
export const companiesTable: EntityTable = {
  entity: companies,
  table: 'companies',
  tenantColumn: 'id',
  columns: { ipsList: { expression: 't.ips_list' } },
  storedAs: { ipsList: 'ips_list' },
  notStored: ['lock_me_out'],
  store: { case_prefix: asCasePrefix },
  async check(tx, change) {
    if (change.action === 'update') {
      await checkName(tx, change);
      await checkPrefix(tx, change);
      await checkRemoteAccess(tx, change);
      await checkLogo(tx, change);
    }
  },
};

/** A long name from the wizard may stay. */
async function checkName(tx: Tx, { rows, values }: Change): Promise<void> {
  const name = values.company_name;
  if (typeof name !== 'string' || name.length <= nameLengthMax) return;
  const kept = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from companies where id = any (${idsOf(rows)}::bigint[]) and company_name = ${name}`,
  );
  if (kept?.n !== rows.length)
    throw new Problem('too_long', { field: 'data.company_name', values: { max: nameLengthMax } });
}

/** One from before by which no subject is recognised may stay. */
async function checkPrefix(tx: Tx, { rows, values }: Change): Promise<void> {
  const prefix = values.case_prefix;
  if (typeof prefix !== 'string' || isCasePrefix(prefix)) return;
  const kept = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from companies where id = any (${idsOf(rows)}::bigint[]) and case_prefix = ${asCasePrefix(prefix)}`,
  );
  if (kept?.n !== rows.length) throw new Problem('case_prefix_unreadable', { field: 'data.case_prefix' });
}

/** SPEC section 5: with the restriction on, both lists are required; nobody locks themselves out unawares (SAFETY A22). */
async function checkRemoteAccess(tx: Tx, { rows, values, caller }: Change): Promise<void> {
  const speaksOfAccess = ['restrict_remote_access', 'ipsList', 'subnets'].some((name) => values[name] !== undefined);
  if (!speaksOfAccess) return;
  const stored = await tx.rows<{ restrict_remote_access: 0 | 1; ips_list: string; subnets: string }>(
    sql`select restrict_remote_access, ips_list, subnets from companies where id = any (${idsOf(rows)}::bigint[])`,
  );
  for (const was of stored) {
    const rule = {
      restrict_remote_access: values.restrict_remote_access ?? was.restrict_remote_access,
      ips_list: String(values.ipsList ?? was.ips_list),
      subnets: String(values.subnets ?? was.subnets),
    };
    if (rule.restrict_remote_access !== 1) continue;
    if (linesOf(rule.ips_list).length === 0) throw new Problem('required', { field: 'data.ipsList' });
    if (linesOf(rule.subnets).length === 0) throw new Problem('required', { field: 'data.subnets' });
    const { address } = caller;
    if (values.lock_me_out !== 1 && address !== undefined && !isAdmitted(rule, address))
      throw new Problem('would_lock_you_out', { field: 'data.ipsList', values: { address } });
  }
}

/** A logo was uploaded for one company, and is no other's. */
async function checkLogo(tx: Tx, { rows, values, at }: Change): Promise<void> {
  const { logo } = values;
  if (logo === undefined) return;
  for (const { id } of rows) await changeLogo(tx, id, logo === null ? null : String(logo), `${at}.logo`);
}

const idsOf = (rows: Change['rows']) => rows.map((row) => row.id);

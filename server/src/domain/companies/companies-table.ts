import { companies, isNameTooLong, laterNameMax, missingLists } from '#contract/companies.ts';
import type { Tx } from '#platform/database.ts';
import type { Change, EntityTable } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { isAdmitted } from '../people/index.ts';
import { asCasePrefix, isCasePrefix } from './case-prefix.ts';
import { changeLogo } from './company-logo.ts';

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

async function checkName(tx: Tx, { rows, values }: Change): Promise<void> {
  const name = values.company_name;
  if (typeof name !== 'string') return;
  const kept = await tx.rows<{ company_name: string }>(
    sql`select company_name from companies where id = any (${idsOf(rows)}::bigint[])`,
  );
  if (kept.some(({ company_name }) => isNameTooLong(name, company_name)))
    throw new Problem('too_long', { field: 'data.company_name', values: { max: laterNameMax } });
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

/** With the restriction on, both lists are required; nobody locks themselves out unawares (SAFETY A22). */
async function checkRemoteAccess(tx: Tx, { rows, values, caller }: Change): Promise<void> {
  const speaksOfAccess = ['restrict_remote_access', 'ipsList', 'subnets'].some((name) => values[name] !== undefined);
  if (!speaksOfAccess) return;
  const stored = await tx.rows<{ restrict_remote_access: 0 | 1; ipsList: string; subnets: string }>(
    sql`select restrict_remote_access, ips_list as "ipsList", subnets from companies where id = any (${idsOf(rows)}::bigint[])`,
  );
  for (const was of stored) {
    const rule = {
      restrict_remote_access: Number(values.restrict_remote_access ?? was.restrict_remote_access),
      ipsList: String(values.ipsList ?? was.ipsList),
      subnets: String(values.subnets ?? was.subnets),
    };
    if (rule.restrict_remote_access !== 1) continue;
    const [missing] = missingLists(rule);
    if (missing) throw new Problem('required', { field: `data.${missing}` });
    const { address } = caller;
    const lists = { ips_list: rule.ipsList, subnets: rule.subnets };
    if (values.lock_me_out !== 1 && address !== undefined && !isAdmitted(lists, address))
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

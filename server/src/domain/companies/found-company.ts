import { companies } from '#contract/companies.ts';
import { createSchema, rowsPerWriteMax } from '#contract/entity.ts';
import { roleLevels } from '#contract/privileges.ts';
import type { Database, Tx } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import { madeOnce } from '#platform/made-once.ts';
import { parse } from '#platform/parse.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { addFirstLabels } from '../labels/index.ts';
import { asCasePrefix, isCasePrefix } from './case-prefix.ts';

type New = { company_name: string; case_prefix: string; url?: string | null };

export const companiesPerPersonMax = 20;

/** Founds companies; whoever founds one owns it. Answers their ids, those of the first time where `requestId` comes again. */
export async function foundCompanies(
  db: Database,
  data: unknown,
  person: { userId: number; isEmailConfirmed: boolean },
  requestId?: string,
): Promise<readonly number[]> {
  if (!person.isEmailConfirmed) throw new Problem('email_not_confirmed');
  if (!Array.isArray(data) || data.length === 0 || data.length > rowsPerWriteMax)
    throw new Problem('invalid_value', { field: 'data' });
  const rows = data.map((given, i) => {
    const row = parse(createSchema(companies), given, `data[${i}]`) as New;
    if (!isCasePrefix(row.case_prefix))
      throw new Problem('case_prefix_unreadable', { field: `data[${i}].case_prefix` });
    return row;
  });

  return db.transaction('system', async (tx) => {
    await tx.run(sql`select 1 from users where id = ${person.userId} for update`);
    const request = { userId: person.userId, requestId, companyId: null, what: 'companies/create' };
    return madeOnce(tx, request, () => found(tx, rows, person.userId));
  });
}

async function found(tx: Tx, rows: readonly New[], userId: number): Promise<number[]> {
  const owned = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from roles where user_id = ${userId} and level = ${roleLevels.owner}`,
  );
  if ((owned?.n ?? 0) + rows.length > companiesPerPersonMax)
    throw new Problem('limit_reached', { field: 'data', values: { max: companiesPerPersonMax } });
  const ids: number[] = [];
  for (const row of rows) {
    const company = await tx.row<{ id: number }>(
      sql`insert into companies (company_name, case_prefix, url) values (${row.company_name}, ${asCasePrefix(row.case_prefix)}, ${row.url ?? null}) returning id`,
    );
    if (!company) throw new Error('insert answered no row');
    await tx.run(
      sql`insert into roles (user_id, company_id, level, name) values (${userId}, ${company.id}, ${roleLevels.owner}, 'owner')`,
    );
    await addFirstLabels(tx, company.id, userId);
    await recordEvents(tx, [
      {
        companyId: company.id,
        entity: 'companies',
        action: 'created',
        entityId: company.id,
        actor: { kind: 'user', id: userId },
        detail: { after: row },
      },
    ]);
    ids.push(company.id);
  }
  return ids;
}

import { cleanReply } from '#channels/email/parsing/clean-reply.ts';
import { calendarsTable } from '#domain/calendars/index.ts';
import { addPhones, phonesTable } from '#domain/phones/index.ts';
import { teamsTable } from '#domain/teams/index.ts';
import { createRows, updateRows } from '#platform/entities/write-rows.ts';
import { sql } from '#platform/sql.ts';
import type { Storyteller } from './storyteller.ts';
import { demoCalendars, demoNumbers, demoTeams } from './teams-and-numbers.ts';

/** Who works together and when, and under which numbers they are called. */
export async function setUpTeams(the: Storyteller): Promise<void> {
  const { db, company } = the;
  const { owner } = company;
  const ofCompany = (rows: readonly Record<string, unknown>[]) =>
    rows.map((row) => ({ company_id: company.id, ...row }));
  const calendars = await createRows(db, calendarsTable, ofCompany(demoCalendars), owner);
  const teams = demoTeams.map(({ name, calendar, members }) => ({
    name,
    calendar_id: calendars.ids[demoCalendars.findIndex((one) => one.name === calendar)],
    members: Object.entries(members).map(([first, capacity]) => ({ user_id: userOf(the, first), capacity })),
  }));
  await createRows(
    db,
    teamsTable(async (html) => cleanReply(html)),
    ofCompany(teams),
    owner,
  );
  await takeNumbers(the);
}

/** Brought into the pool by whoever runs the installation, and taken from there. */
async function takeNumbers({ tx, db, company }: Storyteller): Promise<void> {
  const { owner } = company;
  const provider = await tx.row<{ id: number }>(sql`select id from acd_providers order by id limit 1`);
  const added = await addPhones(
    db,
    demoNumbers.map(({ number }) => ({ phone_number: number, acd_provider_id: provider?.id ?? 0 })),
    owner.userId,
  );
  const products = await tx.rows<{ id: number; abbreviation: string }>(
    sql`select id, abbreviation from products where company_id = ${company.id}`,
  );
  for (const { number, name, products: keys } of demoNumbers) {
    const id = added.find((one) => one.readable_number === number)?.id;
    for (const key of keys) {
      const product = products.find((one) => one.abbreviation === key);
      const data = { product_id: product?.id, ...(name ? { name } : {}) };
      await updateRows(db, phonesTable, { data, filter: { conditions: [['id', '=', id]] } }, owner);
    }
  }
}

function userOf({ company }: Storyteller, first: string): number {
  const found = [...company.staff].find(([agent]) => agent.email.startsWith(`${first}@`));
  if (!found) throw new Error(`the demo has no ${first}`);
  return found[1].userId;
}

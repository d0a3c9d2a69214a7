import { createReplyCleaner } from '#channels/email/parsing/reply-cleaner.ts';
import { totalCountedMax } from '#contract/entity.ts';
import { integrationsTable } from '#domain/integrations/index.ts';
import { mailboxesTable } from '#domain/mailboxes/index.ts';
import { loadPerson } from '#domain/people/index.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { getRows } from '#platform/entities/get-rows.ts';
import { createSecrets } from '#platform/secrets.ts';
import { ordinaryTables } from '#server/mount-entities.ts';
import { findAgent } from './api-cases.ts';
import { type BenchGround, benchGround } from './bench-ground.ts';
import { compareCases } from './compare-cases.ts';
import { startDriver } from './load.ts';
import { barePage, type CallCase, openCases, seedPeople } from './open-cases.ts';
import { seedLists } from './seed-lists.ts';
import { seedTickets } from './seed-tickets.ts';

/** Measured with what belongs to them by `workspace`; or of the installation, which has a handful. */
const elsewhere = ['tickets', 'messages', 'acd-providers', 'system-settings'];

/**
 * The list of every noun as an administrator sees it, beside bare routes. Of a noun of which a company may have fewer rows
 * it has as many as it may.
 */
export async function listsBench({ rows = 100_000 } = {}): Promise<void> {
  const ground = await benchGround();
  const driver = startDriver();
  try {
    const tables = await listedTables(ground);
    console.log(`seeding ${rows} rows of each of ${tables.length} nouns`);
    await seedTickets(ground.db, { companies: 50, tickets: 5000 });
    await seedPeople(ground.db, { companyId: 25 });
    const { userId, companyId } = await findAgent(ground.db);
    await ground.db.transaction('system', (tx) =>
      tx.run({ text: `update roles set level = 4, name = 'owner' where user_id = $1`, values: [userId] }),
    );
    await seedLists(ground, tables, { userId, companyId, rows });
    const caller = await loadPerson(ground.db, userId);
    const cases: CallCase[] = [];
    for (const of of tables) {
      const { name } = of.entity;
      const body = bodyOf(of);
      const { total } = caller ? await getRows(ground.db, of, structuredClone(body), caller) : { total: 0 };
      if (total < Math.min(rows, of.rowsMax ?? rows, totalCountedMax)) throw new Error(`${name}: only ${total} rows`);
      cases.push({ name, call: `${name}/get`, body, bare: await barePage(ground.db, userId, of, body) });
    }
    await compareCases(driver, await openCases(ground, cases), `${rows} rows of each`);
  } finally {
    driver.close();
    await ground.close();
  }
}

/** What others refer to comes first. */
async function listedTables({ secretKey }: BenchGround): Promise<EntityTable[]> {
  const secrets = createSecrets(secretKey);
  const ordinary = await ordinaryTables({ secrets, cleanHtml: createReplyCleaner(), apiUrl: () => '' });
  const first = ['products', 'users', 'teams', 'calendars', 'customers'];
  const place = ({ entity }: EntityTable) => (first.indexOf(entity.name) + first.length + 1) % (first.length + 1);
  return [...ordinary, mailboxesTable(secrets), integrationsTable(secrets)]
    .filter(({ entity }) => !elsewhere.includes(entity.name))
    .sort((a, b) => place(a) - place(b));
}

type Sort = [field: string, direction: 'asc' | 'desc'];

/** How the desk sorts them to begin with; what it opens by name is not named here. */
const sorts: Readonly<Record<string, Sort>> = {
  customers: ['updated', 'desc'],
  integrations: ['title', 'asc'],
  mailboxes: ['from_email', 'asc'],
  'product-call-phones': ['phone_number', 'asc'],
  'saved-searches': ['position', 'asc'],
  templates: ['times_used', 'desc'],
  'inbound-mails': ['received_at', 'desc'],
};

/** As the desk asks for the first page. */
function bodyOf({ entity }: EntityTable): {
  range: [number, number];
  sort: Sort[];
  filter: { conditions: [string, string, unknown][] };
} {
  return {
    range: [0, 25],
    sort: [sorts[entity.name] ?? ['name', 'asc']],
    filter: { conditions: entity.fields.is_deleted ? [['is_deleted', '=', 0]] : [] },
  };
}

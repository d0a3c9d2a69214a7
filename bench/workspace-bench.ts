import { foldCounts } from '#domain/tickets/index.ts';
import { connectClient } from '#platform/database-client.ts';
import { type BenchGround, keptGround } from './bench-ground.ts';
import { type Compared, compareCases } from './compare-cases.ts';
import { startDriver } from './load.ts';
import { openCases, seedPeople } from './open-cases.ts';
import { printTable } from './print-table.ts';
import { companies, largeCompany, seedWorkspace } from './seed-workspace.ts';
import { workspaceCases } from './workspace-cases.ts';

/** `BENCH_TICKETS=100000,1000000` measures both and says what grows. A million takes some 12 GB of disk. */
const sizes = process.env.BENCH_TICKETS?.split(',').map(Number) ?? [100_000];

/** List, open, search, counters, reply and create beside bare routes, with few tickets and with many. */
export async function workspaceBench(): Promise<void> {
  const bySize: Compared[][] = [];
  for (const tickets of sizes) bySize.push(await measure(tickets));
  const [few, many] = [bySize[0] ?? [], bySize.at(-1) ?? []];
  if (bySize.length < 2) return;
  const rows = few.flatMap((one) => {
    const then = many.find((other) => other.name === one.name && other.connections === one.connections);
    return then
      ? [[one.name, String(one.connections), ...[one.p50, then.p50, one.cost, then.cost, then.cost / one.cost]]]
      : [];
  });
  printTable(
    `What grows from ${sizes[0]} tickets to ${sizes.at(-1)}: milliseconds of waiting, and of processor time`,
    ['call', 'connections', 'p50', 'then', 'processor', 'then', 'times'],
    rows,
  );
}

async function measure(tickets: number): Promise<Compared[]> {
  const ground = await keptGround(`workspace-${tickets}`, (fresh) => seed(fresh, tickets));
  const driver = startDriver();
  try {
    await tidy(ground);
    const opened = await openCases(ground, await workspaceCases(ground));
    return await compareCases(driver, opened, `${tickets} tickets in ${companies} companies`);
  } finally {
    driver.close();
    await ground.close();
  }
}

async function seed({ db, postgres }: BenchGround, tickets: number): Promise<void> {
  console.log(`seeding ${tickets} tickets, once`);
  await seedWorkspace(postgres.connection, tickets);
  await seedPeople(db, { companyId: largeCompany });
}

/** What a run before has written: it would stand where the newest tickets are, and hold no word that is looked for. */
async function tidy({ db, postgres }: BenchGround): Promise<void> {
  await foldCounts(db);
  const client = await connectClient(postgres.connection);
  await client.query(
    `set session_replication_role = replica; truncate search_due, deliveries;
     delete from messages where id > (select max(to_message) from search_texts);
     delete from tickets where id > (select max(ticket_id) from search_texts); delete from ticket_reads;
     update companies c set last_ticket_number = (select max(number) from tickets t where t.company_id = c.id)`,
  );
  await client.query('vacuum analyze');
  await client.end();
}

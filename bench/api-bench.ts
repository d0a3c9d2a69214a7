import { openApiCases, seedApi } from './api-cases.ts';
import { benchGround } from './bench-ground.ts';
import { startDriver } from './load.ts';
import { pgbench } from './pgbench.ts';
import { median, printTable, spread } from './print-table.ts';

const connectionCounts = process.env.BENCH_CONNECTIONS?.split(',').map(Number) ?? [1, 16, 64];
/** For each side of each line. */
const seconds = Number(process.env.BENCH_SECONDS ?? 8);
const warmSeconds = 3;
/** More would be refused beside those that both servers keep, and gain nothing on a few cores. */
const pgbenchConnectionsMax = 10;
const calls = process.env.BENCH_CALLS?.split(',');

/**
 * Ticket list, open ticket and reply with every wall on, beside a bare fastify and pg route with the same SQL and the
 * same number of database connections. The two take turns every second, and which comes first changes too, so that a
 * machine whose speed drifts is equally slow for both; the spread tells what of it is left.
 */
export async function apiBench({ companies = 50, tickets = 100_000 } = {}): Promise<void> {
  const ground = await benchGround();
  const driver = startDriver();
  try {
    console.log(`seeding ${tickets} tickets of ${companies} companies`);
    await seedApi(ground, { companies, tickets });
    const { cases, owner } = await openApiCases(ground);
    const rows: (string | number)[][] = [];
    for (const { name, ours, bare, statement } of cases) {
      if (calls && !calls.some((call) => name.includes(call))) continue;
      for (const connections of connectionCounts) {
        const drive = async (load: typeof ours) => {
          const measured = await driver.drive({ ...load, connections, seconds: 1 });
          if (measured.failed > 0) throw new Error(`${name}: ${measured.failed} requests failed`);
          return measured;
        };
        // Both are compiled and planned before anything counts.
        for (let turn = 0; turn < warmSeconds; turn++) for (const side of [ours, bare]) await drive(side);
        const rounds: { ours: number; theirs: number; p50: number; p99: number }[] = [];
        for (let round = 0; round < seconds; round++) {
          const first = await drive(round % 2 === 0 ? ours : bare);
          const second = await drive(round % 2 === 0 ? bare : ours);
          const [mine, its] = round % 2 === 0 ? [first, second] : [second, first];
          rounds.push({ ours: mine.perSecond, theirs: its.perSecond, p50: mine.p50, p99: mine.p99 });
        }
        const clients = Math.min(connections, pgbenchConnectionsMax);
        const limit = statement && (await pgbench(owner, statement, { connections: clients, seconds: 2 }));
        const middle = (of: 'ours' | 'theirs' | 'p50' | 'p99') => median(rounds.map((round) => round[of]));
        rows.push([
          name,
          String(connections),
          middle('ours'),
          middle('theirs'),
          middle('ours') / middle('theirs'),
          spread(rounds),
          limit ?? '',
          middle('p50'),
          middle('p99'),
        ]);
      }
    }
    printTable(
      `Requests per second, ${tickets} tickets in ${companies} companies (medians of ${seconds} rounds)`,
      ['call', 'connections', 'Parley/s', 'bare/s', 'ratio', 'spread', 'pgbench/s', 'p50 ms', 'p99 ms'],
      rows,
    );
  } finally {
    driver.close();
    await ground.close();
  }
}

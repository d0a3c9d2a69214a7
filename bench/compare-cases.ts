import type { Statement } from './bare-call.ts';
import type { Driver, Load } from './load.ts';
import { pgbench } from './pgbench.ts';
import { median, printTable, spread } from './print-table.ts';
import { processorTimeOfAll } from './processes.ts';

const connectionCounts = process.env.BENCH_CONNECTIONS?.split(',').map(Number) ?? [1, 16, 64];
/** For each side of each line. */
const seconds = Number(process.env.BENCH_SECONDS ?? 8);
/** A server throws its plans away after one second, two, four and eight: later hardly ever. */
const warmSeconds = 10;
/** Before anything is measured, both have answered many of the first: a server that has just started is not what agents meet. */
const startSeconds = 20;
const startConnections = 16;
/** A call of which hardly any is done in a second is given more of them at a time, or none would be counted. */
const fewPerTurn = 20;
const longTurnSeconds = 6;
/** More would be refused beside those that both servers keep, and gain nothing on a few cores. */
const pgbenchConnectionsMax = 10;
const calls = process.env.BENCH_CALLS?.split(',');

export type Asked = Pick<Load, 'url' | 'body' | 'cookies' | 'tickets'>;

/** One call, as Parley is asked it and as the bare server is. */
export type Case = {
  readonly name: string;
  readonly ours: Asked;
  readonly bare: Asked;
  /** The single statement behind it, for PostgreSQL's own load generator. */
  readonly statement?: Statement;
};
/** The processes that answer them. */
export type Servers = { readonly ours: number; readonly bare: number; readonly database: number };

/** What came out for one call with so many connections. */
export type Compared = {
  name: string;
  connections: number;
  perSecond: number;
  ratio: number;
  p50: number;
  p99: number;
  /** Milliseconds of processor time of a request, in the server and in its database. */
  cost: number;
};

/**
 * Each call beside a bare fastify and pg route with the same SQL and the same number of database connections. The two
 * take turns every second, and which comes first changes too, so that a machine whose speed drifts is equally slow for
 * both; the spread tells what of it is left.
 *
 * The second table says what a request costs of a processor, in the server and in the database, and how that compares: a
 * figure that hardly changes when others use the machine as well. It knows nothing of waiting.
 */
export async function compareCases(
  driver: Driver,
  { cases, plain, servers }: { cases: readonly Case[]; plain: string; servers: Servers },
  title: string,
): Promise<Compared[]> {
  const rows: (string | number)[][] = [];
  const costs: (string | number)[][] = [];
  const compared: Compared[] = [];
  const chosen = cases.filter(({ name }) => !calls || calls.some((call) => name.includes(call)));
  for (const side of ['ours', 'bare'] as const) {
    const [first] = chosen;
    if (first) await driver.drive({ ...first[side], connections: startConnections, seconds: startSeconds });
  }
  for (const { name, ours, bare, statement } of chosen) {
    for (const connections of connectionCounts) {
      let failed = 0;
      let turnSeconds = 1;
      const drive = async (load: typeof ours) => {
        const measured = await withCost(
          driver,
          { ...load, connections, seconds: turnSeconds },
          { server: load === ours ? servers.ours : servers.bare, database: servers.database },
        );
        failed += measured.failed;
        return measured;
      };
      // Both are compiled and planned before anything counts.
      for (let turn = 0; turn < warmSeconds; turn++) {
        for (const side of [ours, bare]) if ((await drive(side)).requests < fewPerTurn) turnSeconds = longTurnSeconds;
      }
      const rounds: { ours: number; theirs: number; p50: number; p99: number; mine: Cost; its: Cost }[] = [];
      const roundsMax = Math.max(2, Math.round(seconds / turnSeconds));
      for (let round = 0; round < roundsMax; round++) {
        const first = await drive(round % 2 === 0 ? ours : bare);
        const second = await drive(round % 2 === 0 ? bare : ours);
        const [mine, its] = round % 2 === 0 ? [first, second] : [second, first];
        rounds.push({ ours: mine.perSecond, theirs: its.perSecond, p50: mine.p50, p99: mine.p99, mine, its });
      }
      const clients = Math.min(connections, pgbenchConnectionsMax);
      const limit = statement && (await pgbench(plain, statement, { connections: clients, seconds: 2 }));
      const middle = (of: 'ours' | 'theirs' | 'p50' | 'p99') => median(rounds.map((round) => round[of]));
      const ratio = middle('ours') / middle('theirs');
      if (failed > 0) console.log(`${name}, ${connections} connections: ${failed} requests were refused or failed`);
      console.log(`${name}, ${connections} connections: ${ratio.toFixed(2)}`);
      rows.push([
        name,
        String(connections),
        middle('ours'),
        middle('theirs'),
        ratio,
        spread(rounds),
        limit ?? '',
        middle('p50'),
        middle('p99'),
      ]);
      const mine = perRequest(rounds.map((round) => round.mine));
      const its = perRequest(rounds.map((round) => round.its));
      const together = (cost: Cost) => cost.server + cost.database;
      compared.push({
        ...{ name, connections, perSecond: middle('ours'), ratio, p50: middle('p50'), p99: middle('p99') },
        cost: together(mine),
      });
      costs.push([
        name,
        String(connections),
        ...[mine.server, mine.database, its.server, its.database],
        together(its) / together(mine),
      ]);
    }
  }
  printTable(
    `Requests per second, ${title} (medians of ${seconds} rounds)`,
    ['call', 'connections', 'Parley/s', 'bare/s', 'ratio', 'spread', 'pgbench/s', 'p50 ms', 'p99 ms'],
    rows,
  );
  printTable(
    'Milliseconds of processor time per request',
    ['call', 'connections', 'Parley', 'its database', 'bare', 'its database', 'ratio'],
    costs,
  );
  return compared;
}

/** Seconds of processor time that so many requests took. */
type Cost = { readonly requests: number; readonly server: number; readonly database: number };

/** Drives a load, and says what it took of the processors. What the database does by itself belongs to whose turn it is. */
async function withCost(driver: Driver, load: Load, { server, database }: { server: number; database: number }) {
  const spent = () => ({ server: processorTimeOfAll(server), database: processorTimeOfAll(database) });
  const before = spent();
  const measured = await driver.drive(load);
  const after = spent();
  return { ...measured, server: after.server - before.server, database: after.database - before.database };
}

/** In milliseconds, of all rounds together. */
function perRequest(costs: readonly Cost[]): Cost {
  const sum = (of: keyof Cost) => costs.reduce((all, cost) => all + cost[of], 0);
  const requests = sum('requests');
  return { requests, server: (sum('server') / requests) * 1000, database: (sum('database') / requests) * 1000 };
}

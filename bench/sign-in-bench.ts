import http from 'node:http';
import { createConfirmedPerson } from '#domain/accounts/index.ts';
import { hashingMax, hashPassword, isPasswordRight } from '#domain/accounts/passwords.ts';
import { type BenchGround, benchGround, password } from './bench-ground.ts';
import { median, printTable, spread } from './print-table.ts';
import { processorTimeOfAll } from './processes.ts';

const people = 20;
/** More than are checked at once: a crowd at nine in the morning. */
const atOnce = 8;
/** For each side; the two take turns every second. */
const seconds = Number(process.env.BENCH_SECONDS ?? 12);
/** A process that has just begun compiles, and a database plans, as it goes. */
const warmingSeconds = 5;
const callsPerRound = 500;
const json = { 'content-type': 'application/json' };

/**
 * Sign-ins with every wall on, beside bare Argon2id checks with as many at once; and what it costs a call to know who
 * makes it: the same public call with a session and without, one after the other.
 */
export async function signInBench(): Promise<void> {
  const ground = await benchGround();
  try {
    await addPeople(ground);
    // Each sign-in comes from another address: one that signs in twenty times a second is refused.
    const { url, child } = await ground.startServer({ ROLE: 'web', TRUSTED_PROXIES: '127.0.0.0/8' });
    const stored = await hashPassword(password);
    const bareCheck = async () => {
      if (!(await isPasswordRight(password, stored))) throw new Error('the password is right');
    };
    const sides = { bare: bareCheck, ours: (n: number) => signIn(url, n) };
    for (let n = 0; n < warmingSeconds; n++) for (const work of Object.values(sides)) await perSecond(work);
    const spent = () => ({
      bare: processorTimeOfAll(process.pid, { alone: true }),
      server: processorTimeOfAll(child.pid ?? 0),
      database: processorTimeOfAll(ground.postgres.pid),
    });
    const cost = {
      bare: { done: 0, bare: 0, server: 0, database: 0 },
      ours: { done: 0, bare: 0, server: 0, database: 0 },
    };
    const rounds = [];
    for (let round = 0; round < seconds; round++) {
      const measured = { ours: 0, theirs: 0 };
      for (const side of round % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)) {
        const before = spent();
        const { rate, done } = await perSecond(sides[side]);
        const after = spent();
        measured[side === 'ours' ? 'ours' : 'theirs'] = rate;
        cost[side].done += done;
        for (const party of ['bare', 'server', 'database'] as const) cost[side][party] += after[party] - before[party];
      }
      rounds.push(measured);
    }
    const bare = median(rounds.map((round) => round.theirs));
    const ours = median(rounds.map((round) => round.ours));
    printTable(
      `Sign-ins, ${atOnce} at once, of which ${hashingMax} are checked (medians of ${seconds} rounds)`,
      ['what', 'per second', 'ratio', 'spread'],
      [
        ['Argon2id alone', bare, 1, ''],
        ['auth/login', ours, ours / bare, spread(rounds)],
      ],
    );
    const each = (side: 'bare' | 'ours', party: 'bare' | 'server' | 'database') =>
      (cost[side][party] / cost[side].done) * 1000;
    const hash = each('bare', 'bare');
    const [server, database] = [each('ours', 'server'), each('ours', 'database')];
    printTable(
      'Milliseconds of processor time, without the program that asks',
      ['what', 'hash or server', 'database', 'ratio'],
      [
        ['Argon2id alone', hash, '', 1],
        ['auth/login', server, database, hash / (server + database)],
      ],
    );
    const { open, known } = await callTimes(url, await signIn(url, 0));
    printTable(
      `The same call with and without a session, medians of ${callsPerRound * 4} each`,
      ['what', 'ms'],
      [
        ['open', open],
        ['with a session', known],
        ['difference', known - open],
      ],
    );
  } finally {
    agent.destroy();
    await ground.close();
  }
}

async function addPeople({ db }: BenchGround): Promise<void> {
  for (let n = 0; n < people; n++)
    await createConfirmedPerson(db, { name: `Olena ${n}`, email: `olena${n}@bench.test`, password, language: 'en' });
}

/** How often per second `work` is done, with so many at once. */
async function perSecond(work: (n: number) => Promise<unknown>): Promise<{ rate: number; done: number }> {
  const started = performance.now();
  let done = 0;
  let next = 0;
  const worker = async () => {
    while (performance.now() - started < 1000) {
      await work(next++);
      done++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { rate: (done / (performance.now() - started)) * 1000, done };
}

let addresses = 0;
const devices = new Map<number, string>();

/** Signs in from the person's own browser, and answers its cookies. */
async function signIn(url: string, n: number): Promise<string> {
  const who = n % people;
  const address = ++addresses;
  const answer = await post(
    `${url}/v1/api/auth/login`,
    JSON.stringify({ data: { email: `olena${who}@bench.test`, password } }),
    {
      'x-forwarded-for': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
      cookie: devices.get(who) ?? '',
    },
  );
  const cookies = answer.cookies.map((cookie) => cookie.split(';')[0] ?? '');
  const device = cookies.find((cookie) => cookie.includes('device'));
  if (device) devices.set(who, device);
  return cookies.join('; ');
}

const agent = new http.Agent({ keepAlive: true });

/** By Node's own client: fetch would take a tenth of what it measures. */
const post = (url: string, body: string, headers: Record<string, string>): Promise<{ cookies: string[] }> =>
  new Promise((resolve, reject) => {
    const length = Buffer.byteLength(body);
    const request = http.request(
      url,
      { agent, method: 'POST', headers: { ...json, 'content-length': length, ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () =>
          response.statusCode === 200
            ? resolve({ cookies: response.headers['set-cookie'] ?? [] })
            : reject(new Error(text)),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });

async function callTimes(url: string, cookie: string): Promise<{ open: number; known: number }> {
  const open: number[] = [];
  const known: number[] = [];
  for (let round = 0; round < 4; round++) {
    for (const [times, headers] of [
      [open, json],
      [known, { ...json, cookie }],
    ] as const) {
      for (let n = 0; n < callsPerRound; n++) {
        const started = performance.now();
        const response = await fetch(`${url}/v1/api/settings/languages`, {
          method: 'POST',
          headers,
          body: '{"data":{}}',
        });
        await response.arrayBuffer();
        times.push(performance.now() - started);
        if (!response.ok) throw new Error(`${response.status}`);
      }
    }
  }
  return { open: median(open), known: median(known) };
}

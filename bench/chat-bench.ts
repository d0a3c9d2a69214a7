import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '#test/rigs/free-ports.ts';
import { startRedis } from '#test/rigs/redis-rig.ts';
import { type BenchGround, benchGround } from './bench-ground.ts';
import type { Asked, Told } from './chat-visitors.ts';
import type { Heard, Listening } from './listening-program.ts';
import { seedPeople, signIn } from './open-cases.ts';
import { median, printTable, quantile } from './print-table.ts';
import { pssOf } from './processes.ts';
import { seedChats } from './seed-chats.ts';

const visitors = Number(process.env.BENCH_VISITORS ?? 2000);
const agents = Number(process.env.BENCH_AGENTS ?? 50);
/** With more than one they wake each other through Redis, and share the visitors. */
const processes = Number(process.env.BENCH_PROCESSES ?? 1);
const rounds = Number(process.env.BENCH_ROUNDS ?? 100);
/** All visitors lose their line at once and come back within a second, so often one after the other. */
const storms = Number(process.env.BENCH_STORMS ?? 20);
const answersPerStorm = 20;
const warmRounds = 3;
const perProgram = 5000;
const patienceSeconds = 120;
const now = () => performance.timeOrigin + performance.now();
const load = () => `load ${os.loadavg()[0]?.toFixed(1)} on ${os.availableParallelism()} cores`;

/** Visitors with open chats, agents at their desks: how long a word takes either way, what a visitor takes, a restart. */
export async function chatBench(): Promise<void> {
  const ground = await benchGround({ servers: processes });
  const redis = processes > 1 ? await startRedis() : undefined;
  const programs: ChildProcess[] = [];
  try {
    const { quidget, companyId, tickets } = await seedChats(ground.db, visitors);
    await seedPeople(ground.db, { companyId, count: agents });
    const ports = await freePorts(processes);
    const start = (port: number) =>
      ground.startServer({
        ...{
          PORT: `${port}`,
          TRUSTED_PROXIES: '127.0.0.0/8',
          NODE_OPTIONS: `--expose-gc --import=${path.join(import.meta.dirname, 'tell-memory.ts')}`,
        },
        ...(redis && { REDIS_URL: redis.url }),
      });
    const servers = await Promise.all(ports.map(start));
    const urls = servers.map(({ url }) => url);
    const cookies = [];
    for (let n = 0; n < agents; n++) cookies.push(await signIn(urls[n % urls.length] ?? '', n));
    const desks = await openDesks(programs, urls, cookies);

    const before = await memoryOf(servers);
    const windows = await openWindows(programs, urls, quidget);
    await pause(3000);
    const after = await memoryOf(servers);
    const perVisitor = (which: 'held' | 'pss') => (after[which] - before[which]) / visitors / 1024;

    const times = await talk({ windows, desks, urls, cookies, tickets });
    const row = (name: string, all: readonly number[]) => [name, median(all), quantile(all, 0.99)];
    printTable(
      `${visitors} visitors, ${agents} agents, ${processes} process(es), milliseconds (${rounds} rounds; ${load()})`,
      ['what', 'median', 'p99'],
      [
        row('a window is open and greeted, 50 at once', windows.milliseconds),
        row('a word is taken', times.taken),
        row('a word to the desk', times.toAgent),
        row('an answer to the window', times.toVisitor),
      ],
    );
    printTable(
      'Memory per visitor, kB',
      ['what', 'kB'],
      [
        ['held after a sweep', perVisitor('held')],
        ['share of the process (PSS)', perVisitor('pss')],
      ],
    );
    await comeBackOftenAtOnce({ servers, urls, windows, cookies, tickets });
    await restart({ ...{ ground, servers, ports, urls, start, windows, cookies, tickets } });
  } finally {
    for (const one of programs) one.kill();
    await ground.close();
    await redis?.stop();
  }
}

type Server = Awaited<ReturnType<BenchGround['startServer']>>;
type Windows = Awaited<ReturnType<typeof openWindows>>;

async function memoryOf(servers: readonly Server[]) {
  let [held, pss] = [0, 0];
  for (const { child } of servers) {
    const answer = once(child, 'message');
    child.send('memory');
    const [told] = (await answer) as [{ held: number }];
    held += told.held;
    pss += pssOf(child.pid ?? 0) * 1024 * 1024;
  }
  return { held, pss };
}

/** One program for each server's desks: all of them hear of everything. */
async function openDesks(programs: ChildProcess[], urls: readonly string[], cookies: readonly string[]) {
  const all = [];
  for (const [i, url] of urls.entries()) {
    const desk = fork(path.join(import.meta.dirname, 'listening-program.ts'), { stdio: 'inherit' });
    programs.push(desk);
    const theirs = cookies.filter((_, n) => n % urls.length === i);
    desk.send({ url, cookies: theirs, sockets: theirs.length } satisfies Listening);
    await once(desk, 'message');
    all.push({ desk, sockets: theirs.length });
  }
  return all;
}

async function openWindows(programs: ChildProcess[], urls: readonly string[], quidget: number) {
  const all: ChildProcess[] = [];
  const heard = new Map<string, number>();
  const milliseconds: number[] = [];
  for (let from = 0; from < visitors; from += perProgram) {
    const one = fork(path.join(import.meta.dirname, 'chat-visitors.ts'), { stdio: 'inherit' });
    programs.push(one);
    all.push(one);
    one.setMaxListeners(0);
    one.on('message', (told: Told) => told.kind === 'heard' && heard.set(told.text, told.at));
    const opened = toldBy(one, 'opened');
    one.send({ kind: 'open', urls, quidget, from, count: Math.min(perProgram, visitors - from) } satisfies Asked);
    milliseconds.push(...(await opened).milliseconds);
  }
  return {
    milliseconds,
    heard,
    all,
    of: (visitor: number) => all[Math.floor(visitor / perProgram)] as ChildProcess,
  };
}

const toldBy = <K extends Told['kind']>(from: ChildProcess, kind: K): Promise<Extract<Told, { kind: K }>> =>
  new Promise((resolve) => {
    const hear = (told: Told) => {
      if (told.kind !== kind) return;
      from.off('message', hear);
      resolve(told as Extract<Told, { kind: K }>);
    };
    from.on('message', hear);
  });

type Talking = {
  windows: Windows;
  desks: Awaited<ReturnType<typeof openDesks>>;
  urls: readonly string[];
  cookies: readonly string[];
  tickets: readonly number[];
};

async function talk({ windows, desks, urls, cookies, tickets }: Talking) {
  const times = { taken: [] as number[], toAgent: [] as number[], toVisitor: [] as number[] };
  for (let round = -warmRounds; round < rounds; round++) {
    const visitor = ((round + warmRounds) * 7919) % visitors;
    const clientId = randomUUID();
    const asked = now();
    const sent = toldBy(windows.of(visitor), 'answered');
    windows.of(visitor).send({ kind: 'say', visitor, clientId } satisfies Asked);
    const { id, at } = await sent;
    const moments = await allHeard(desks, String(id));
    const text = randomUUID();
    const agent = (round + warmRounds) % agents;
    const answered = now();
    await reply(urls[agent % urls.length] ?? '', cookies[agent] ?? '', tickets[visitor] ?? 0, text);
    const heardAt = await until(async () => windows.heard.get(text), 'an answer at the window');
    if (round < 0) continue;
    times.taken.push(at - asked);
    times.toAgent.push(...moments.map((one) => one - asked));
    times.toVisitor.push(heardAt - answered);
  }
  return times;
}

const allHeard = (desks: Talking['desks'], clientId: string): Promise<number[]> =>
  until(async () => {
    const moments: number[] = [];
    for (const { desk } of desks) {
      const answer = once(desk, 'message');
      desk.send({ clientId });
      moments.push(...((await answer) as [Heard])[0].moments);
    }
    return moments.length >= agents ? moments : undefined;
  }, 'the word at all desks');

/** F14 of SAFETY.md, word for word: everybody is right again each time, and what a storm takes is given back. */
async function comeBackOftenAtOnce(the: {
  servers: readonly Server[];
  urls: readonly string[];
  windows: Windows;
  cookies: readonly string[];
  tickets: readonly number[];
}) {
  const { servers, urls, windows, cookies, tickets } = the;
  const wanted: Wanted = {};
  const seconds: number[] = [];
  const memory = [await memoryOf(servers)];
  for (let n = 0; n < storms; n++) {
    await Promise.all(
      windows.all.map((one) => {
        const lost = toldBy(one, 'lost');
        one.send({ kind: 'storm' } satisfies Asked);
        return lost;
      }),
    );
    const from = now();
    await answerSome({ url: urls[n % urls.length] ?? '', cookie: cookies[n % urls.length] ?? '', tickets, wanted });
    await allBack(windows, visitors, wanted);
    seconds.push((now() - from) / 1000);
    // One after the other, since the figures of a run that is cut short are figures, too.
    console.log(`storm ${n + 1}: ${seconds.at(-1)?.toFixed(1)} s (${load()})`);
    if (n === 0 || n === storms - 1) memory.push(await memoryOf(servers));
  }
  const held = memory.map((one) => one.held / 1024 / 1024);
  const pss = memory.map((one) => one.pss / 1024 / 1024);
  printTable(
    `${visitors} visitors lose their line and come back within a second, ${storms} times (${load()})`,
    ['what', 'median', 'longest'],
    [['seconds until all are back and miss nothing', median(seconds), Math.max(...seconds)]],
  );
  printTable(
    'Memory of the servers, MB',
    ['what', 'before', 'after the first', 'after the last'],
    [
      ['held after a sweep', ...held],
      ['share of the process (PSS)', ...pss],
    ],
  );
}

/** One server is killed in the middle of answers, and started again: everybody is back, with every answer once and in order. */
async function restart(the: {
  ground: BenchGround;
  servers: Server[];
  ports: readonly number[];
  urls: readonly string[];
  start(port: number): Promise<Server>;
  windows: Windows;
  cookies: readonly string[];
  tickets: readonly number[];
}) {
  const { windows, urls, cookies, tickets } = the;
  const wanted: Wanted = {};
  const answer = (at: number) => answerSome({ url: urls[at] ?? '', cookie: cookies[at] ?? '', tickets, wanted });
  await answer(0);
  const child = the.servers[0]?.child;
  const gone = child && once(child, 'exit');
  child?.kill('SIGKILL');
  await gone;
  const killed = now();
  // The other processes go on meanwhile.
  if (urls[1]) await answer(1);
  await the.start(the.ports[0] ?? 0);
  const up = now();
  await answer(0);
  const theirs = Math.ceil(visitors / urls.length);
  await allBack(windows, theirs, wanted);
  const done = now();
  printTable(
    `After kill -9 of one process, ${theirs} visitors come back (${load()})`,
    ['what', 'seconds'],
    [
      ['until the server was up again', (up - killed) / 1000],
      ['from then until all are back and miss nothing', (done - up) / 1000],
    ],
  );
}

/** What was answered, by visitor, in its order. */
type Wanted = Record<number, string[]>;

async function answerSome(the: { url: string; cookie: string; tickets: readonly number[]; wanted: Wanted }) {
  for (let n = 0; n < answersPerStorm; n++) {
    const visitor = (n * 97) % visitors;
    const text = randomUUID();
    await reply(the.url, the.cookie, the.tickets[visitor] ?? 0, text);
    the.wanted[visitor] = [...(the.wanted[visitor] ?? []), text];
  }
}

/** So many lost their line and have it again, and everybody has every answer once and in order. */
async function allBack(windows: Windows, count: number, wanted: Wanted): Promise<void> {
  let [back, wrong] = [0, [] as string[]];
  await until(
    async () => {
      [back, wrong] = [0, []];
      for (const one of windows.all) {
        const answer = toldBy(one, 'synced');
        one.send({ kind: 'synced', wanted } satisfies Asked);
        const told = await answer;
        back += told.back;
        wrong.push(...told.wrong);
      }
      return back >= count && wrong.length === 0 ? true : undefined;
    },
    () =>
      `everybody to be back: ${back} of ${count} are, and ${wrong.length} miss something: ${wrong.slice(0, 3).join('; ')}`,
  );
}

async function until<T>(look: () => Promise<T | undefined>, what: string | (() => string)): Promise<T> {
  const last = Date.now() + patienceSeconds * 1000;
  while (Date.now() < last) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(10);
  }
  throw new Error(`waited in vain for ${typeof what === 'string' ? what : what()}`);
}

/** Again while the server is flooded: with the same id it is one answer. */
async function reply(url: string, cookie: string, ticketId: number, text: string): Promise<void> {
  const written = {
    ticket_id: ticketId,
    client_id: randomUUID(),
    body_html: `<p>${text}</p>`,
    to: [],
    cc: [],
    bcc: [],
  };
  const response = await until(
    () =>
      fetch(`${url}/v1/api/tickets/reply`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ data: written }),
      }).catch(() => undefined),
    'an answer to be taken',
  );
  if (!response.ok) throw new Error(await response.text());
}

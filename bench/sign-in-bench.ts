import { createConfirmedPerson } from '#domain/accounts/index.ts';
import { hashingMax, hashPassword, isPasswordRight } from '#domain/accounts/passwords.ts';
import { type BenchGround, benchGround, password } from './bench-ground.ts';
import { median, printTable } from './print-table.ts';

const people = 20;
/** More than are checked at once: a crowd at nine in the morning. */
const atOnce = 8;
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
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
    const { url } = await ground.startServer({ ROLE: 'web', TRUSTED_PROXIES: '127.0.0.0/8' });
    const stored = await hashPassword(password);
    const rounds = [];
    for (let round = 0; round < 3; round++) {
      const bare = await perSecond(async () => {
        if (!(await isPasswordRight(password, stored))) throw new Error('the password is right');
      });
      const ours = await perSecond((n) => signIn(url, n));
      rounds.push({ bare, ours });
    }
    const middle = rounds.toSorted((a, b) => a.ours / a.bare - b.ours / b.bare)[1] ?? { bare: 0, ours: 0 };
    printTable(
      `Sign-ins, ${atOnce} at once, of which ${hashingMax} are checked (median of 3 rounds)`,
      ['what', 'per second', 'ratio'],
      [
        ['Argon2id alone', middle.bare, 1],
        ['auth/login', middle.ours, middle.ours / middle.bare],
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
    await ground.close();
  }
}

async function addPeople({ db }: BenchGround): Promise<void> {
  for (let n = 0; n < people; n++)
    await createConfirmedPerson(db, { name: `Olena ${n}`, email: `olena${n}@bench.test`, password, language: 'en' });
}

/** How often per second `work` is done, with so many at once. */
async function perSecond(work: (n: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let done = 0;
  let next = 0;
  const worker = async () => {
    while (performance.now() - started < seconds * 1000) {
      await work(next++);
      done++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (done / (performance.now() - started)) * 1000;
}

let addresses = 0;
const devices = new Map<number, string>();

/** Signs in from the person's own browser, and answers its cookies. */
async function signIn(url: string, n: number): Promise<string> {
  const who = n % people;
  const address = ++addresses;
  const response = await fetch(`${url}/v1/api/auth/login`, {
    method: 'POST',
    headers: {
      ...json,
      'x-forwarded-for': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
      cookie: devices.get(who) ?? '',
    },
    body: JSON.stringify({ data: { email: `olena${who}@bench.test`, password } }),
  });
  if (!response.ok) throw new Error(await response.text());
  await response.arrayBuffer();
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const device = cookies.find((cookie) => cookie.includes('device'));
  if (device) devices.set(who, device);
  return cookies.join('; ');
}

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

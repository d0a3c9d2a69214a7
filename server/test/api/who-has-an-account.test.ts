import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '#platform/sql.ts';
import { callsFrom } from './from-places.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aPerson, password } from './people.ts';
import { watchStatements } from './work-done.ts';

/** How often a password is hashed or compared, and at what cost: nearly all the time that a sign-in takes. */
const hashed: string[] = [];
vi.mock('@node-rs/argon2', async (importActual) => {
  const real = await importActual<typeof import('@node-rs/argon2')>();
  return {
    ...real,
    hash: async (...its: Parameters<typeof real.hash>) => {
      const made = await real.hash(...its);
      hashed.push(`hash ${costIn(made)}`);
      return made;
    },
    verify: (...its: Parameters<typeof real.verify>) => {
      hashed.push(`verify ${costIn(String(its[0]))}`);
      return real.verify(...its);
    },
  };
});
const costIn = (hash: string) => hash.split('$').slice(1, 4).join(' ');

let at: TestParley;
let statements: ReturnType<typeof watchStatements>;
beforeAll(async () => {
  at = await aParley({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  statements = watchStatements(at.db);
});
afterAll(() => at?.close());
const call = callsFrom('10.13');

/** What one call has Parley do, and what it answers. */
async function workOf(path: string, data: Record<string, unknown>) {
  statements.take();
  hashed.length = 0;
  const answer = await call(at.stranger(), path, data);
  return {
    status: answer.status,
    text: answer.text,
    headers: [...answer.headers.keys()].sort().join(),
    statements: statements.take(),
    hashed: [...hashed],
  };
}

describe('A13 who has an account is told by no work that is done', () => {
  test('at sign-in: the same statements, one comparison of the same cost, the same answer', async () => {
    const known = await aPerson(at, 'Known', 'known@lumenoak.test');
    const gone = await aPerson(at, 'Gone', 'gone@lumenoak.test');
    await at.db.transaction('system', (tx) => tx.run(sql`update users set is_deleted = 1 where id = ${gone.id}`));
    // The first unknown person has something made that all later ones are compared with.
    await workOf('auth/login', { email: 'first@lumenoak.test', password: 'not-the-password-1' });
    const works = [];
    for (const email of [known.email, 'nobody@lumenoak.test', gone.email, 'another@nowhere.test'])
      works.push(await workOf('auth/login', { email, password: 'not-the-password-1' }));
    const [first] = works;
    expect(first?.status).toBe(401);
    expect(first?.hashed).toEqual([expect.stringMatching(/^verify argon2id v=19 m=32768,t=3,p=1$/)]);
    expect(first?.statements.length).toBeGreaterThan(2);
    for (const work of works) expect(work).toEqual(first);
  });

  test('at registration: one hash, whether the address is free or taken', async () => {
    await aPerson(at, 'Taken', 'taken@lumenoak.test');
    const register = (email: string) =>
      workOf('users/registration', { name: 'Hanna', email_confirmation: email, raw_password: password });
    const [taken, free] = [await register('taken@lumenoak.test'), await register('free@lumenoak.test')];
    expect([taken.status, free.status]).toEqual([422, 200]);
    expect(taken.hashed).toEqual(free.hashed);
    expect(free.hashed).toHaveLength(1);
  });

  test('by a lost password: the same single statement and the same answer', async () => {
    const { email } = await aPerson(at, 'Lost', 'lost@lumenoak.test');
    const known = await workOf('forgot/email', { email });
    const unknown = await workOf('forgot/email', { email: 'none@lumenoak.test' });
    expect(known).toEqual(unknown);
    expect(known.statements).toHaveLength(1);
  });
});

test('A13 nor by time: a thousand lost passwords each, in turns', async () => {
  const { email } = await aPerson(at, 'Timed', 'timed@lumenoak.test');
  const timeOf = async (one: string) => {
    const started = performance.now();
    await call(at.stranger(), 'forgot/email', { email: one });
    return performance.now() - started;
  };
  const warmUp = 50;
  const pairs = 1000;
  let slower = 0;
  for (let i = -warmUp; i < pairs; i++) {
    // Each goes first as often as the other.
    const times = { known: 0, unknown: 0 };
    for (const kind of i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const))
      times[kind] = await timeOf(kind === 'known' ? email : `none${i + warmUp}@lumenoak.test`);
    if (i >= 0 && times.known > times.unknown) slower++;
  }
  await at.db.transaction('system', (tx) => tx.run(sql`delete from recovery_requests`));
  // The sign test: neighbours see the same machine, so its moods do not count. |z| < 3.9 is p > 0.0001.
  const z = (slower - pairs / 2) / Math.sqrt(pairs / 4);
  expect(Math.abs(z), `known slower in ${slower} of ${pairs}`).toBeLessThan(3.9);
}, 60_000);

test('A14 a megabyte is refused within 50 ms of a processor, and nothing is hashed or asked of the database', async () => {
  const long = 'aA1!'.repeat(250_000);
  const good = { name: 'Olena', email_confirmation: 'long@lumenoak.test', raw_password: password };
  for (const [path, data] of [
    ['auth/login', { email: 'a@b.test', password: long }],
    ['auth/login', { email: `${long}@b.test`, password: 'x' }],
    ['auth/login', { email: `${'a.'.repeat(500_000)}@b.test`, password: 'x' }],
    ['users/registration', { ...good, raw_password: long }],
    ['users/registration', { ...good, name: long }],
    ['forgot/email', { email: `${long}@b.test` }],
  ] as const) {
    const times: number[] = [];
    const asked: string[][] = [];
    // What this process works, the quickest of several: not what else the machine does meanwhile.
    for (let i = 0; i < 8; i++) {
      const before = process.cpuUsage();
      const work = await workOf(path, data);
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1000);
      expect([work.status, work.hashed]).toEqual([422, []]);
      asked.push(work.statements);
    }
    // What runs beside, such as the look for news, may fall into one try; what the call asks is in every one.
    expect(asked).toContainEqual([]);
    expect(Math.min(...times), path).toBeLessThan(50);
  }
});

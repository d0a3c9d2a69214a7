import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { answerRecoveryRequest } from '#domain/accounts/index.ts';
import { readHealth } from '#domain/installation/index.ts';
import { oweLetter } from '#domain/people/index.ts';
import { runHousekeeping } from '#flows/housekeeping/run-housekeeping.ts';
import { runSystemMail } from '#flows/system-mail/run-system-mail.ts';
import { filesInFolder } from '#platform/files.ts';
import { createLog } from '#platform/log.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aDatabaseAway } from './a-database-away.ts';
import { aHouse, keyIn, lettersTo } from './account-letters.ts';
import { dumpOf } from './everything-of.ts';
import { aParley, metricsKey, type TestParley } from './parley-in-process.ts';
import { aPerson, password } from './people.ts';

let at: TestParley;
beforeAll(async () => {
  at = await aParley();
});
afterAll(() => at?.close());

test('A18 A52 a dump of the database holds no usable link while letters wait: to confirm, recover, unlock, undo', async () => {
  const { email, api } = await aPerson(at, 'Olena', 'olena@lumenoak.test');
  const keys: Record<string, string> = {};
  const owing = async (what: string, address: string, call: () => Promise<unknown>) => {
    await call();
    keys[what] = await keyIn(at, address);
  };
  const name = 'Hanna';
  const registration = { name, email_confirmation: 'hanna@lindqvist.test', raw_password: password };
  await owing('first confirmation', 'hanna@lindqvist.test', () =>
    at.stranger().call('users/registration', registration),
  );
  await owing('new address', 'olena@new.test', () =>
    api.call('users/change-address', { email: 'olena@new.test', password }),
  );
  const confirmed = await api.call('email-confirmation/confirm', { key: keys['new address'] });
  expect(confirmed.status, confirmed.text).toBe(200);
  keys.undo = await keyIn(at, email);
  await owing('reset', 'olena@new.test', async () => {
    await at.stranger().call('forgot/email', { email: 'olena@new.test' });
    await answerRecoveryRequest(at.db, () => aHouse(at));
  });
  await owing('unlock', 'olena@new.test', async () => {
    for (let i = 0; i < 5; i++)
      await at.stranger().call('auth/login', { email: 'olena@new.test', password: `no-${i}` });
  });
  expect(new Set(Object.values(keys)).size).toBe(5);

  const dump = await dumpOf(at);
  expect(dump).toContain('olena@new.test');
  for (const [what, key] of Object.entries(keys)) {
    expect(key, what).toMatch(/^[\w-]{43}$/);
    expect(dump, what).not.toContain(key);
    const inBytes = [Buffer.from(key).toString('hex'), Buffer.from(key).toString('base64').slice(0, 40)];
    for (const form of inBytes) expect(dump, what).not.toContain(form);
  }
  expect(dump).not.toContain('/v1/restore/');
  const used = await at.stranger().call('locked-account/open', { key: keys.unlock });
  expect(used.status, 'and they are the ones that work').toBe(200);
});

test('A52 of a letter that was sent, or given up, nothing is left; and a row put elsewhere does not open', async () => {
  const whole = await aParley({ role: 'all' });
  try {
    const { email, api } = await aPerson(whole, 'Maria', 'maria@lumenoak.test');
    await api.call('users/change-password', {
      old_password: password,
      password: 'maple-chair-9-pine',
      password_confirmation: 'maple-chair-9-pine',
    });
    whole.wake.nudge('outbox');
    const sent = await waitUntil(
      async () =>
        (
          await whole.db.read<{ sealed_body: string | null }>(
            'system',
            sql`select sealed_body from system_mails where to_address = ${email} and state = 'sent'`,
          )
        )[0],
      { what: 'the letter to be sent' },
    );
    expect(sent.sealed_body).toBeNull();
  } finally {
    await whole.close();
  }
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update system_mails set message_id = gen_random_uuid()::text where to_address = 'olena@new.test'`),
  );
  await expect(lettersTo(at, 'olena@new.test')).rejects.toThrow();
});

describe('a mail server that thinks long over a letter', () => {
  /** A worker whose letters are under way until each is answered. */
  function aWorker(db = at.db) {
    const { brand } = aHouse(at);
    const underWay = new Map<string, PromiseWithResolvers<void>>();
    const loop = runSystemMail({
      ...at,
      db,
      files: filesInFolder(`${at.folder}/files`),
      log: createLog('silent'),
      brands: { main: brand, of: () => brand, ofHost: () => brand },
      async send({ to }) {
        const answer = Promise.withResolvers<void>();
        underWay.set(to, answer);
        await answer.promise;
      },
    });
    const sends = (to: string) => waitUntil(() => underWay.get(to), { what: `a letter to ${to}` });
    return { loop, underWay, sends };
  }
  const owes = async (toAddress: string, more: { isNews?: boolean } = {}) => {
    const house = aHouse(at);
    const letter = { brand: 'main', toName: '', toAddress, subject: 'Words', html: 'Words', text: 'Words' } as const;
    await at.db.transaction('system', (tx) => oweLetter(tx, { ...letter, ...more }, house));
  };
  type Row = { state: string; subject: string; attempts: number; error: string | null; lease: number };
  const row = async (address: string) => {
    const [found] = await at.db.read<Row>(
      'system',
      sql`select state, subject, attempts, error, extract(epoch from due_at - now())::int as lease from system_mails where to_address = ${address}`,
    );
    return found;
  };
  const change = (text: ReturnType<typeof sql>) => at.db.transaction('system', (tx) => tx.run(text));
  beforeEach(() => change(sql`delete from system_mails`));

  test('keeps no other letter waiting, and those of accounts go before news', async () => {
    for (const n of [1, 2, 3, 4, 5]) await owes(`news-${n}@slow.test`, { isNews: true });
    await change(sql`update system_mails set due_at = due_at - interval '1 hour'`);
    await owes('reset@slow.test');
    const { loop, underWay } = aWorker();
    await waitUntil(() => underWay.size === 4, { what: 'four letters side by side' });
    expect([...underWay.keys()].sort()).toEqual([...[1, 2, 3].map((n) => `news-${n}@slow.test`), 'reset@slow.test']);
    const stopped = loop.stop();
    for (const answer of underWay.values()) answer.resolve();
    await stopped;
    for (const address of underWay.keys()) expect(await row(address)).toMatchObject({ state: 'sent' });
  });

  test('whoever is forgotten while news of them waits is not named by it after it was sent or given up', async () => {
    for (const address of ['sent@slow.test', 'failed@slow.test']) await owes(address, { isNews: true });
    await owes('reset@slow.test');
    await change(
      sql`update system_mails set added = now() - interval '73 hours' where to_address = 'failed@slow.test'`,
    );
    const { loop, sends } = aWorker();
    loop.poke();
    (await sends('sent@slow.test')).resolve();
    (await sends('reset@slow.test')).resolve();
    (await sends('failed@slow.test')).reject(new Error('no such mailbox'));
    await loop.stop();
    expect(await row('sent@slow.test')).toMatchObject({ state: 'sent', subject: '' });
    expect(await row('failed@slow.test')).toMatchObject({ state: 'failed', subject: '' });
    expect(await row('reset@slow.test')).toMatchObject({ state: 'sent', subject: 'Words' });

    await owes('waits@slow.test');
    await change(sql`update system_mails set added = now() - interval '31 days'`);
    const log = createLog('silent');
    const chores = runHousekeeping({ db: at.db, files: filesInFolder(`${at.folder}/files`), log });
    await waitUntil(async () => !(await row('sent@slow.test')), { what: 'old letters to go' });
    await chores.stop();
    expect(await row('failed@slow.test')).toBeUndefined();
    expect(await row('waits@slow.test')).toMatchObject({ state: 'queued' });
  });

  const refusal = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });

  test.each(['EAUTH', 'ECONNECTION'])('and then meets nobody with %s is not tried with every letter', async (code) => {
    for (const n of [1, 2, 3, 4, 5, 6]) await owes(`letter-${n}@slow.test`);
    const { loop, underWay } = aWorker();
    await waitUntil(() => underWay.size === 4, { what: 'four letters side by side' });
    for (const answer of underWay.values()) answer.reject(refusal(code));
    const told = sql`select 1 from system_mails where error = ${code} and state = 'queued'`;
    await waitUntil(async () => (await at.db.read('system', told)).length === 4);
    loop.poke();
    const stopped = loop.stop();
    for (const answer of underWay.values()) answer.resolve();
    expect(underWay.size).toBe(4);
    await stopped;
    expect(await row('letter-6@slow.test')).toMatchObject({ state: 'queued', attempts: 0 });
  });

  test('gives up a letter whose receiver is not there, and keeps one that it does not relay yet', async () => {
    for (const address of ['nobody@slow.test', 'waits@slow.test']) await owes(address);
    await change(sql`update system_mails set attempts = 30 where to_address = 'waits@slow.test'`);
    const { loop, sends } = aWorker();
    const said = (response: string) =>
      refusal('EENVELOPE', { command: 'RCPT TO', responseCode: Number(response.slice(0, 3)), response });
    (await sends('nobody@slow.test')).reject(said('550 5.1.1 No such user'));
    (await sends('waits@slow.test')).reject(said('554 5.7.1 Relay access denied'));
    await loop.stop();
    expect(await row('nobody@slow.test')).toMatchObject({ state: 'failed', attempts: 1 });
    expect(await row('waits@slow.test')).toMatchObject({ state: 'queued', attempts: 31 });
  });

  test('gives up letters whose link has ended, tries others once more before that, and tells of both where operators look', async () => {
    const roman = await aPerson(at, 'Roman', 'roman@slow.test');
    const maria = { name: 'Maria', email_confirmation: 'maria@slow.test', raw_password: password };
    await at.stranger().call('users/registration', maria);
    await at.stranger().call('forgot/email', { email: roman.email });
    await answerRecoveryRequest(at.db, () => aHouse(at));
    for (let i = 0; i < 5; i++) await at.stranger().call('auth/login', { email: roman.email, password: `no-${i}` });
    expect(await lettersTo(at, roman.email)).toHaveLength(2);
    const ofLinks = await at.db.read<{ seconds: number }>(
      'system',
      sql`select extract(epoch from link_ends - added)::int as seconds from system_mails`,
    );
    expect(ofLinks).toEqual([3600, 3600, 3600].map((seconds) => ({ seconds })));

    await owes('news@slow.test');
    await change(sql`update system_mails set attempts = 12, error = 'was away'`);
    await change(sql`update system_mails set due_at = now() + interval '1 hour' where to_address = ${roman.email}`);
    const { loop, sends, underWay } = aWorker();
    for (const to of ['news@slow.test', maria.email_confirmation]) (await sends(to)).reject(new Error('is away still'));
    await waitUntil(async () => (await row('news@slow.test'))?.error === 'is away still', { what: 'news to wait' });
    await loop.stop();
    const [news, confirmation] = [await row('news@slow.test'), await row(maria.email_confirmation)];
    expect(news?.lease).toBeGreaterThan(3500);
    expect(confirmation).toMatchObject({ state: 'queued', attempts: 13 });
    expect(confirmation?.lease).toBeGreaterThan(60);
    expect(confirmation?.lease).toBeLessThanOrEqual(1800);
    expect(underWay.size).toBe(2);

    // Days later, as after a weekend without a mail server.
    await change(
      sql`update system_mails set added = added - interval '50 hours', link_ends = link_ends - interval '50 hours', due_at = now() - interval '1 minute'`,
    );
    const later = aWorker();
    (await later.sends('news@slow.test')).resolve();
    const waiting = sql`select from system_mails where link_ends is not null and state = 'queued'`;
    await waitUntil(async () => (await at.db.read('system', waiting)).length === 0, {
      what: 'ended letters to be given up',
    });
    await later.loop.stop();
    expect([...later.underWay.keys()]).toEqual(['news@slow.test']);
    expect(await row(maria.email_confirmation)).toMatchObject({
      state: 'failed',
      error: 'its link has ended; is away still',
    });
    const failed = await at.db.read('system', sql`select sealed_body from system_mails where state = 'failed'`);
    expect(failed).toEqual([1, 2, 3].map(() => ({ sealed_body: null })));

    // They were written long before the day in which they failed.
    const metrics = await fetch(`${at.listening}/v1/metrics`, { headers: { authorization: `Bearer ${metricsKey}` } });
    expect(await metrics.text()).toContain('parley_system_mails{state="failed"} 3\n');
    const { queues } = await readHealth(at.db, { folder: at.folder, role: 'web' });
    expect(queues.find(({ name }) => name === 'system_mails')).toMatchObject({ waiting: 0, failed: 3 });
  });

  test('whoever never got the letter asks for another one, which is sent', async () => {
    const { email } = await aPerson(at, 'Daryna', 'daryna@slow.test');
    const asks = async () => {
      await at.stranger().call('forgot/email', { email });
      await answerRecoveryRequest(at.db, () => aHouse(at));
    };
    await asks();
    await change(
      sql`update system_mails set state = 'failed', sealed_body = null, added = now() - interval '2 hours' where to_address = ${email} and link_ends is not null`,
    );
    await change(sql`update password_resets set added = now() - interval '2 hours'`);
    await asks();
    expect(await lettersTo(at, email)).toHaveLength(1);
  });

  test('is not sent it again by others, nor by the same worker after a while without a database', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { loop, sends } = aWorker();
    try {
      await owes('olena@slow.test');
      loop.poke();
      const answer = await sends('olena@slow.test');
      await change(sql`update system_mails set due_at = now() + interval '1 second' where state = 'queued'`);
      await vi.advanceTimersByTimeAsync(60_000);
      await waitUntil(async () => ((await row('olena@slow.test'))?.lease ?? 0) > 60, { what: 'a longer lease' });
      await change(sql`update system_mails set due_at = now() - interval '1 second' where state = 'queued'`);
      await owes('maria@slow.test');
      loop.poke();
      (await sends('maria@slow.test')).resolve();
      await waitUntil(async () => (await row('maria@slow.test'))?.state === 'sent');
      expect((await row('olena@slow.test'))?.attempts).toBe(1);
      answer.resolve();
    } finally {
      vi.useRealTimers();
      await loop.stop();
    }
    expect(await row('olena@slow.test')).toMatchObject({ state: 'sent', attempts: 1 });
  });

  test('F3 is not sent it again where the database goes away as the letter is taken', async () => {
    const away = aDatabaseAway(at.db);
    const { loop, sends } = aWorker(away.db);
    await owes('olena@slow.test');
    loop.poke();
    const answer = await sends('olena@slow.test');
    away.goesAway();
    answer.resolve();
    await away.hasFailed();
    away.isBack();
    await waitUntil(async () => (await row('olena@slow.test'))?.state === 'sent');
    await loop.stop();
    expect(await row('olena@slow.test')).toMatchObject({ attempts: 1 });
  });

  test('and fails after the letter has passed to another worker, leaves it to that one; who took it has it', async () => {
    const { loop, sends } = aWorker();
    const passesOn = sql`update system_mails set attempts = attempts + 1, due_at = now() + interval '2 minutes' where state = 'queued'`;
    for (const address of ['failed@slow.test', 'taken@slow.test']) await owes(address);
    loop.poke();
    const [failed, taken] = [await sends('failed@slow.test'), await sends('taken@slow.test')];
    await change(passesOn);
    failed.reject(new Error('the connection was lost'));
    taken.resolve();
    await loop.stop();
    expect(await row('failed@slow.test')).toMatchObject({ state: 'queued', attempts: 2, error: null });
    expect((await row('failed@slow.test'))?.lease).toBeGreaterThan(60);
    expect(await row('taken@slow.test')).toMatchObject({ state: 'sent' });
  });
});

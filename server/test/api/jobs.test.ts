import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JobKind, jobKinds, keptJobsMax, openJobsMax } from '#contract/jobs.ts';
import { askForJob } from '#domain/jobs/index.ts';
import { runHousekeeping } from '#flows/housekeeping/run-housekeeping.ts';
import type { JobAtWork, JobRun, JobUndo } from '#flows/jobs/job-at-work.ts';
import { runJobs } from '#flows/jobs/run-jobs.ts';
import { filesInFolder } from '#platform/files.ts';
import { createLog } from '#platform/log.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aSocket } from './a-socket.ts';
import type { ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, joins, password } from './people.ts';

let at: TestParley;
let olena: { id: number; api: ApiClient };
let companyId: number;
beforeAll(async () => {
  at = await aParley();
  olena = await aPerson(at, 'Olena');
  companyId = (await aCompany(olena.api, 'Lumen & Oak', 'LO')).companyId;
});
afterAll(() => at.close());

const files = () => filesInFolder(`${at.folder}/files`);
const log = createLog('silent');
/** A worker that does this when it gets a job. */
const worker = (run: JobRun, undo?: JobUndo) =>
  runJobs({
    ...at,
    files: files(),
    log,
    kinds: Object.fromEntries(jobKinds.map((kind) => [kind, run])) as Record<JobKind, JobRun>,
    ...(undo && { undo: { 'csv-export': undo } }),
  });
const addTag = (job: Pick<JobAtWork, 'write'>, name: string, then = async () => {}) =>
  job.write(async (tx) => {
    await tx.run(sql`insert into tags (company_id, name, color) values (${companyId}, ${name}, '"#123456"')`);
    await then();
  });
/** Something that is waited in until it is let go on. */
function aGate() {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let isHeld = false;
  const wait = async () => {
    isHeld = true;
    await held;
  };
  const reached = () => waitUntil(() => isHeld || undefined, { timeoutMs: 20_000, what: 'the gate' });
  return { wait, reached, goOn: () => goOn() };
}
const ask = (change: { requestId?: string; askedBy?: number; company?: number } = {}) =>
  at.db.transaction({ companies: [change.company ?? companyId] }, (tx) =>
    askForJob(tx, {
      ...{ companyId: change.company ?? companyId, askedBy: change.askedBy ?? olena.id, total: 4, input: {} },
      ...{ kind: 'csv-export', entity: 'customers', requestId: change.requestId ?? crypto.randomUUID() },
    }),
  );
const get = async (id: number, api = olena.api) => (await api.call('jobs/get', { id })).body.data?.job;
const reaches = (id: number, state: string) =>
  waitUntil(async () => ((await get(id)).state === state ? get(id) : undefined), { timeoutMs: 20_000, what: state });
const leaseRunsOut = () =>
  at.db.transaction('system', (tx) => tx.run(sql`update jobs set due_at = now() where ended is null`));
type AtPlace = (place: number) => Promise<void> | void;
/** Writes four lines, one in each stretch, each with a company's tag. `within`: when a stretch has been begun. */
const fourLines =
  (before: AtPlace = () => {}, within: AtPlace = () => {}, mark = ''): JobRun =>
  async (job) => {
    for (let place = Number(job.checkpoint ?? 0); place < 4; place++) {
      await before(place);
      await job.commit(
        async (tx) => {
          await within(place);
          const tag = `Job ${job.id} ${place}${mark}`;
          await tx.run(sql`insert into tags (company_id, name, color) values (${companyId}, ${tag}, '"#123456"')`);
          return { done: place + 1, checkpoint: place + 1, summary: { lines: place + 1 } };
        },
        Buffer.from(`line ${place}\n`),
      );
    }
    return { file: { name: 'lines.csv', type: 'text/csv' } };
  };
const tagsOf = async (id: number) =>
  (await at.db.read<{ name: string }>('system', sql`select name from tags where name like ${`Job ${id} %`} order by 1`))
    .length;

describe('a job', () => {
  test('is asked for once, told as it goes, and what it made is fetched by nobody else', async () => {
    const socket = await aSocket(at.listening, { cookie: olena.api.cookie });
    const requestId = crypto.randomUUID();
    const first = await ask({ requestId });
    const again = await ask({ requestId });
    expect([first.isNew, again]).toEqual([true, { id: first.id, isNew: false }]);
    expect(await get(first.id)).toMatchObject({ state: 'waiting', done: 0, total: 4, file: null, summary: null });

    const loop = worker(fourLines());
    const done = await reaches(first.id, 'done');
    await loop.stop();
    expect(done).toMatchObject({ done: 4, total: 4, summary: { lines: 4 }, file: { name: 'lines.csv', bytes: 28 } });
    const file = await olena.api.get(`jobs/${first.id}/file`);
    expect([file.status, file.text]).toEqual([200, 'line 0\nline 1\nline 2\nline 3\n']);
    expect(file.headers.get('content-disposition')).toContain('attachment; filename="lines.csv"');

    await waitUntil(
      () => socket.events.some((one) => one.entity === 'jobs' && one.params.id === first.id) || undefined,
      {
        timeoutMs: 20_000,
        what: 'news of the job',
      },
    );
    await socket.close();
    // A colleague who may do everything is no more than a stranger to it.
    const rita = await aPerson(at, 'Rita');
    await joins(at, rita.id, companyId, 4);
    for (const api of [rita.api, (await aPerson(at, 'Nobody')).api]) {
      expect((await api.get(`jobs/${first.id}/file`)).status).toBe(404);
      expect((await api.call('jobs/get', { id: first.id })).status).toBe(404);
      expect((await api.call('jobs/cancel', { id: first.id })).status).toBe(404);
      expect((await api.call('jobs/list')).body.data.jobs).toEqual([]);
    }
    expect((await olena.api.call('jobs/list')).body.data.jobs.map((one: { id: number }) => one.id)).toContain(first.id);
  });

  test('A8 gives what it made to nobody who might not ask for it any more', async () => {
    const ira = await aPerson(at, 'Ira');
    await joins(at, ira.id, companyId, 4);
    const { id } = await ask({ askedBy: ira.id });
    const loop = worker(fourLines());
    await waitUntil(async () => (await get(id, ira.api))?.state === 'done' || undefined, { what: 'done' });
    await loop.stop();
    const patience = { timeout: 5_000 };
    const becomes = (kind: string, entity: string) =>
      at.db.transaction('system', (tx) =>
        tx.run(sql`update jobs set kind = ${kind}, entity = ${entity} where id = ${id}`),
      );
    const as = async (level: 1 | 4, scope: string) => {
      await joins(at, ira.id, companyId, level);
      await at.db.transaction('system', (tx) =>
        tx.run(sql`update roles set scope = ${scope} where user_id = ${ira.id}`),
      );
      at.wake.nudge('sessions');
    };
    const fetched = async () => {
      const answers: Record<string, number> = {};
      for (const [kind, entity] of [
        ['csv-export', 'customers'],
        ['csv-export', 'users'],
        ['customer-export', 'customers'],
        ['company-export', 'companies'],
      ] as const) {
        await becomes(kind, entity);
        answers[`${kind} ${entity}`] = (await ira.api.get(`jobs/${id}/file`)).status;
      }
      return Object.values(answers);
    };
    await as(4, 'company');
    await ira.api.call('auth/confirm-password', { password });
    expect(await fetched()).toEqual([200, 200, 200, 200]);
    await as(4, 'own');
    await expect.poll(fetched, patience).toEqual([404, 200, 404, 404]);
    await as(1, 'company');
    await expect.poll(async () => (await fetched()).slice(2), patience).toEqual([404, 404]);
  });

  test.each(['between two stretches', 'within one'])(
    'F1 of a worker that died %s goes on where it was, and the dead one writes nothing more',
    async (where) => {
      const { id } = await ask();
      let goOn = () => {};
      const held = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      let isHeld = false;
      const dies = async (place: number) => {
        if (place !== 2) return;
        isHeld = true;
        await held;
      };
      const dying = worker(where === 'within one' ? fourLines(undefined, dies, ' late') : fourLines(dies));
      await waitUntil(() => isHeld || undefined, { timeoutMs: 20_000, what: 'two lines' });
      await leaseRunsOut();
      const other = worker(fourLines());
      const done = await reaches(id, 'done');
      goOn();
      await Promise.all([dying.stop(), other.stop()]);
      expect(done).toMatchObject({ done: 4, file: { bytes: 28 } });
      expect(await tagsOf(id)).toBe(4);
      expect((await olena.api.get(`jobs/${id}/file`)).text).toBe('line 0\nline 1\nline 2\nline 3\n');
    },
  );

  test('F1 what its dead worker was writing between two stretches is written by the next one alone', async () => {
    const { id } = await ask();
    const gate = aGate();
    const dying = worker(async (job) => {
      await addTag(job, `Job ${id} late`, gate.wait);
      return {};
    });
    await gate.reached();
    await leaseRunsOut();
    const other = worker(async (job) => {
      await addTag(job, `Job ${id} soon`);
      return {};
    });
    await reaches(id, 'done');
    gate.goOn();
    await Promise.all([dying.stop(), other.stop()]);
    expect(await tagsOf(id)).toBe(1);
  });

  test('F1 that failed is not begun again while what it left is taken back, whoever dies over that, however often', async () => {
    const { id } = await ask();
    let runs = 0;
    let undone = 0;
    const loop = worker(
      async (job) => {
        runs++;
        await job.commit({ done: 1, checkpoint: 1 });
        throw new Problem('forbidden');
      },
      async (job) => {
        undone++;
        expect([job.checkpoint, await get(id)]).toMatchObject([1, { state: 'running', error: null }]);
        await addTag(job, `Job ${id} undone ${undone}`);
        if (undone < 3) throw new Error('killed');
      },
    );
    await waitUntil(
      async () => {
        await at.db.transaction('system', (tx) =>
          tx.run(sql`update jobs set due_at = now(), attempts = 32767 where state = 'waiting' and done > 0`),
        );
        loop.poke();
        return (await get(id)).state === 'failed' || undefined;
      },
      { timeoutMs: 20_000, what: 'the end' },
    );
    await loop.stop();
    expect([runs, undone, await tagsOf(id), (await get(id)).error]).toEqual([1, 3, 3, 'forbidden']);
  });

  test('F1 of a worker that was thought dead is not taken back by it: the next one has gone on with it', async () => {
    const { id } = await ask();
    const gate = aGate();
    let undone = 0;
    const undo: JobUndo = async () => void undone++;
    const dying = worker(async (job) => {
      await job.commit({ done: 1, checkpoint: 1 });
      await gate.wait();
      throw new Problem('forbidden');
    }, undo);
    await gate.reached();
    await leaseRunsOut();
    const other = worker(fourLines(), undo);
    expect(await reaches(id, 'done')).toMatchObject({ done: 4 });
    gate.goOn();
    await Promise.all([dying.stop(), other.stop()]);
    expect([undone, (await get(id)).state]).toEqual([0, 'done']);
  });

  test('F1 that is taken back when its process stops is taken back further by the next', async () => {
    const { id } = await ask();
    const gate = aGate();
    const undo: JobUndo = async (job) => {
      await addTag(job, `Job ${id} first ${crypto.randomUUID().slice(0, 8)}`, gate.wait);
      await addTag(job, `Job ${id} last ${crypto.randomUUID().slice(0, 8)}`);
    };
    const fails: JobRun = async () => Promise.reject(new Problem('forbidden'));
    const first = worker(fails, undo);
    await gate.reached();
    const stopped = first.stop();
    gate.goOn();
    await stopped;
    expect([await tagsOf(id), (await get(id)).state]).toEqual([1, 'waiting']);
    const second = worker(fails, undo);
    expect(await reaches(id, 'failed')).toMatchObject({ error: 'forbidden' });
    await second.stop();
    expect(await tagsOf(id)).toBe(3);
  });

  test('goes on where a colleague tries to cancel it', async () => {
    const { id } = await ask();
    const boris = await aPerson(at, 'Boris');
    await joins(at, boris.id, companyId, 4);
    expect((await boris.api.call('jobs/cancel', { id })).status).toBe(404);
    const loop = worker(fourLines());
    expect(await reaches(id, 'done')).toMatchObject({ done: 4 });
    await loop.stop();
  });

  test('is cancelled between two stretches: what is done stays, and nothing is left to fetch', async () => {
    const { id } = await ask();
    const loop = worker(
      fourLines(async (place) => void (place === 2 && (await olena.api.call('jobs/cancel', { id })))),
    );
    const job = await reaches(id, 'cancelled');
    await loop.stop();
    expect(job).toMatchObject({ done: 2, file: null, summary: { lines: 2 } });
    expect(await tagsOf(id)).toBe(2);
    expect((await olena.api.get(`jobs/${id}/file`)).status).toBe(404);
    // One that has not begun is over at once, and one that is over stays as it is.
    const waiting = await ask();
    for (const one of [waiting.id, waiting.id, id])
      expect((await olena.api.call('jobs/cancel', { id: one })).body.data.job.state).toBe('cancelled');
  });

  test('says why it failed; a bug is tried again, and not for ever', async () => {
    const refused = await ask();
    let loop = worker(async () => Promise.reject(new Problem('forbidden')));
    expect(await reaches(refused.id, 'failed')).toMatchObject({ error: 'forbidden' });
    await loop.stop();

    const { id } = await ask();
    let tries = 0;
    loop = worker(async () => {
      tries++;
      throw new Error('a bug');
    });
    await waitUntil(
      async () => {
        await at.db.transaction('system', (tx) => tx.run(sql`update jobs set due_at = now() where state = 'waiting'`));
        loop.poke();
        return (await get(id)).state === 'failed' || undefined;
      },
      { timeoutMs: 20_000, what: 'the end' },
    );
    await loop.stop();
    expect([tries, (await get(id)).error]).toEqual([5, 'internal']);
  });

  test('of a newer Parley is left to it by the workers of an older one that run beside it', async () => {
    const { id } = await ask();
    const be = (kind: string) =>
      at.db.transaction('system', (tx) => tx.run(sql`update jobs set kind = ${kind} where id = ${id}`));
    await be('of-tomorrow');
    const older = worker(async () => ({}));
    try {
      await reaches((await ask()).id, 'done');
      const untouched = sql`select 1 from jobs where id = ${id} and state = 'waiting' and started is null and attempts = 0`;
      expect(await at.db.read('system', untouched)).toHaveLength(1);
      await be('csv-export');
      older.poke();
      await reaches(id, 'done');
    } finally {
      await older.stop();
    }
  });

  test('of somebody who left the company ends', async () => {
    const rita = await aPerson(at, 'Leaves');
    await joins(at, rita.id, companyId, 1);
    const { id } = await ask({ askedBy: rita.id });
    await at.db.transaction('system', (tx) => tx.run(sql`delete from roles where user_id = ${rita.id}`));
    const loop = worker(async (job) => {
      await job.asker();
      return {};
    });
    const state = () =>
      at.db.read<{ state: string; error_key: string }>(
        'system',
        sql`select state, error_key from jobs where id = ${id}`,
      );
    const [row] = await waitUntil(async () => ((await state())[0]?.state === 'failed' ? state() : undefined), {
      timeoutMs: 20_000,
      what: 'the end',
    });
    await loop.stop();
    expect(row).toEqual({ state: 'failed', error_key: 'forbidden' });
  });

  test('F30 that takes long leaves a worker to other companies, and to what is short', async () => {
    const { companyId: other } = await aCompany(olena.api, 'Oak & Sons', 'OS');
    let goOn = () => {};
    const held = new Promise<void>((then) => {
      goOn = then;
    });
    const [first, second, theirs] = [await ask(), await ask(), await ask({ company: other })];
    const loop = worker(async () => {
      await held;
      return {};
    });
    await reaches(first.id, 'running');
    await reaches(theirs.id, 'running');
    expect((await get(second.id)).state).toBe('waiting');
    goOn();
    for (const { id } of [first, second, theirs]) await reaches(id, 'done');
    await loop.stop();
  });

  test('A38 there are only so many at once, and only so many are kept; old ones go with their files', async () => {
    const { companyId: company } = await aCompany(olena.api, 'Fjordvik', 'FJ');
    const ids = [];
    for (let i = 0; i < openJobsMax; i++) ids.push((await ask({ company })).id);
    await expect(ask({ company })).rejects.toMatchObject({ key: 'too_many_jobs', values: { max: openJobsMax } });
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update jobs set state = 'done', ended = now() where company_id = ${company}`),
    );
    await at.db.transaction('system', (tx) =>
      tx.run(sql`insert into jobs (company_id, asked_by, request_id, kind, input, state, ended)
                 select ${company}, ${olena.id}, gen_random_uuid(), 'csv-export', '{}', 'done', now() from generate_series(1, ${keptJobsMax})`),
    );
    await ask({ company });
    const kept = async () => (await at.db.read('system', sql`select from jobs where company_id = ${company}`)).length;
    expect(await kept()).toBe(keptJobsMax);

    const { id } = await ask();
    const loop = worker(fourLines());
    await reaches(id, 'done');
    await loop.stop();
    const keys = await at.db.read<{ file_key: string }>(
      'system',
      sql`select file_key from job_parts where job_id = ${id}`,
    );
    expect(keys).toHaveLength(4);
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update jobs set ended = now() - interval '8 days' where ended is not null`),
    );
    const chores = runHousekeeping({ db: at.db, files: files(), log });
    const gone = (key: string) =>
      files()
        .get(key)
        .then(
          () => false,
          () => true,
        );
    await waitUntil(
      async () => (await Promise.all(keys.map((one) => gone(one.file_key)))).every(Boolean) || undefined,
      {
        timeoutMs: 20_000,
        what: 'the files to go',
      },
    );
    await chores.stop();
    expect((await olena.api.call('jobs/get', { id })).status).toBe(404);
  });
});

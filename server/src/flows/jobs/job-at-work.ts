import { addPart, type ClaimedJob, lookAtJob, noteProgress, type Progress, renewJob } from '#domain/jobs/index.ts';
import { adoptFiles, noteStray } from '#domain/messages/index.ts';
import { loadPerson, type Person } from '#domain/people/index.ts';
import type { Database, Tx } from '#platform/database.ts';
import { failpoint } from '#platform/failpoint.ts';
import type { Files } from '#platform/files.ts';
import { Problem } from '#platform/problem.ts';
import type { Wake } from '#platform/wake.ts';

/**
 * A job in the hands of a worker. It is done in stretches, each ended by `commit`: what a stretch wrote, how far the job is
 * and where it would be gone on with become true together, so that nothing is done twice, whoever dies when.
 */
export type JobAtWork = {
  readonly id: number;
  readonly companyId: number;
  readonly askedBy: number;
  readonly entity: string | null;
  /** What was asked; the kind that made it reads it. */
  readonly input: unknown;
  /** What the last `commit` left, in this life or an earlier one; null at the beginning. */
  readonly checkpoint: unknown;
  readonly db: Database;
  readonly files: Files;
  /** Aborts when the job is another worker's. */
  readonly signal: AbortSignal;
  /** Whoever asked, as they are now, in this company alone. Throws `forbidden` once they have no part in it. */
  asker(): Promise<Person>;
  /**
   * Ends a stretch. Throws when the job was cancelled before it, or has passed to another worker by its end, and then nothing
   * of it is written; let it pass through. `part` is added to the file that the job makes.
   */
  commit(progress: Progress | ((tx: Tx) => Promise<Progress>), part?: Uint8Array): Promise<void>;
  /** Writes a part of a stretch, for nobody in particular. It ends as `commit` does, and notes nothing: what it wrote may be met again. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
};

/** What a kind of job does. What it throws as a Problem ends it; anything else is tried again some times. */
export type JobRun = (job: JobAtWork) => Promise<{
  /** How the parts are fetched as one file; absent: there is none. */
  readonly file?: { readonly name: string; readonly type: string };
}>;

/**
 * Takes back what a job left that came to no good end, however it ended: it failed, or was cancelled, in the middle or
 * between two workers. Called before the end is told, and again until it succeeds: the job is not worked on any more then,
 * however little has been taken back. Its `write` minds no cancelling.
 */
export type JobUndo = (
  job: Pick<JobAtWork, 'companyId' | 'askedBy' | 'input' | 'checkpoint' | 'db' | 'files' | 'write'>,
) => Promise<void>;

/** Why a stretch did not come to its end, apart from failures. */
export class Interrupted extends Error {
  override name = 'Interrupted';
  readonly by: 'cancelled' | 'lost' | 'stopping';
  constructor(by: 'cancelled' | 'lost' | 'stopping') {
    super(`the job is interrupted: ${by}`);
    this.by = by;
  }
}

export function atWork(claimed: ClaimedJob, tools: Tools & Signals): JobAtWork {
  const { db, files, wake, signal, stopping } = tools;
  const scope = { companies: [claimed.company_id] };

  async function store(bytes: Uint8Array): Promise<{ key: string; bytes: number }> {
    const key = `company-${claimed.company_id}/jobs/${crypto.randomUUID()}`;
    await db.transaction(scope, (tx) => noteStray(tx, claimed.company_id, key));
    await files.put(key, bytes);
    return { key, bytes: bytes.byteLength };
  }

  return {
    ...{
      id: claimed.id,
      companyId: claimed.company_id,
      askedBy: claimed.asked_by,
      entity: claimed.entity,
      input: claimed.input,
    },
    ...{ checkpoint: claimed.checkpoint, db, files, signal },
    async asker() {
      const person = await loadPerson(db, claimed.asked_by);
      const here = claimed.asked_from === null ? person : person?.at(claimed.asked_from);
      if (!here?.companies.includes(claimed.company_id)) throw new Problem('forbidden');
      return { ...here, companies: [claimed.company_id] };
    },
    async commit(progress, bytes) {
      if (signal.aborted) throw new Interrupted('lost');
      const part = bytes && (await store(bytes));
      await db.transaction(scope, async (tx) => {
        const state = await lookAtJob(tx, claimed);
        if (state !== 'ours') throw new Interrupted(state);
        const made = typeof progress === 'function' ? await progress(tx) : progress;
        if (part) {
          await addPart(tx, claimed, part);
          await adoptFiles(tx, [part.key]);
        }
        if (!(await noteProgress(tx, claimed, made))) throw new Interrupted('lost');
      });
      wake.nudge('events');
      await failpoint('jobs.committed');
      // What is done is done; another worker goes on, or this one when it is back.
      if (stopping.aborted) throw new Interrupted('stopping');
    },
    write: writeFor(claimed, tools),
  };
}

/** Writes as long as the job is this worker's. `evenCancelled`: what a cancelled one left is being taken back. */
export const writeFor =
  (
    claimed: ClaimedJob,
    { db, signal, stopping }: Pick<Tools, 'db'> & Signals,
    { evenCancelled = false } = {},
  ): JobAtWork['write'] =>
  async (work) => {
    if (signal.aborted) throw new Interrupted('lost');
    const written = await db.transaction('system', async (tx) => {
      const state = await lookAtJob(tx, claimed);
      if (state === 'lost' || (state === 'cancelled' && !evenCancelled)) throw new Interrupted(state);
      const made = await work(tx);
      // It may have passed to another worker meanwhile, who waits for what is written here or has written it, too.
      if (!(await renewJob(tx, claimed))) throw new Interrupted('lost');
      return made;
    });
    if (stopping.aborted) throw new Interrupted('stopping');
    return written;
  };

type Signals = { readonly signal: AbortSignal; readonly stopping: AbortSignal };

export type Tools = { readonly db: Database; readonly files: Files; readonly wake: Wake };

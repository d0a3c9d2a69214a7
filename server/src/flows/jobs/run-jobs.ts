import type { JobKind } from '#contract/jobs.ts';
import {
  type ClaimedJob,
  checkpointOf,
  claimJob,
  decideFailure,
  endJob,
  jobRenewSeconds,
  putBackJob,
  renewJob,
} from '#domain/jobs/index.ts';
import { type Database, isUnavailable } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import { actingFrom } from '#platform/origin.ts';
import { Problem } from '#platform/problem.ts';
import type { Wake } from '#platform/wake.ts';
import { whileRenewing } from '#platform/while-renewing.ts';
import { atWork, Interrupted, type JobRun, type JobUndo, writeFor } from './job-at-work.ts';

type Jobs = {
  db: Database;
  files: Files;
  wake: Wake;
  log: Log;
  /** What each kind does. */
  kinds: Readonly<Record<JobKind, JobRun>>;
  /** What has to be taken back of those that leave something half done. */
  undo?: Readonly<Partial<Record<JobKind, JobUndo>>>;
};

/** Of one process: jobs are work in the background, and leave room for everything else. */
const sideBySideMax = 2;
/** Without coming further. A job that kills its worker each time must come to an end. */
const attemptsMax = 5;
const againSeconds = 10;

/** Works on jobs that were asked for, as long as it runs. */
export function runJobs(the: Jobs): Loop {
  const { db, wake, log } = the;
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();

  const loop = runLoop({
    name: 'jobs',
    log,
    wakeOn: (then) => wake.on('jobs', then),
    restSeconds: 5,
    async work() {
      if (underWay.size >= sideBySideMax) return 'idle';
      const claimed = await db.transaction('system', claimJob);
      if (!claimed) return 'idle';
      wake.nudge('events');
      const working = begin(the, claimed, stopping.signal)
        // Its lease runs out, and then it is taken up again.
        .catch((error: unknown) => log.warn({ err: error, jobId: claimed.id }, 'jobs: one was interrupted'))
        .finally(() => {
          underWay.delete(working);
          loop.poke();
        });
      underWay.add(working);
      return 'more';
    },
  });
  return {
    poke: loop.poke,
    async stop() {
      stopping.abort();
      await loop.stop();
      await Promise.all(underWay);
    },
  };
}

async function begin(the: Jobs, claimed: ClaimedJob, stopping: AbortSignal): Promise<void> {
  const { db, wake } = the;
  const scope = { companies: [claimed.company_id] };
  const renew = () => db.transaction(scope, (tx) => renewJob(tx, claimed));
  const result = await whileRenewing(jobRenewSeconds, renew, async (signal) => {
    const signals = { signal, stopping };
    const attempted = await attempt(the, claimed, signals);
    return attempted === 'lost' ? attempted : takeBack(the, claimed, attempted, signals);
  });
  if (result === 'lost') return;
  await db.transaction(scope, (tx) =>
    'afterSeconds' in result ? putBackJob(tx, claimed, result) : endJob(tx, claimed, result),
  );
  wake.nudge('events');
}

type Ended = Parameters<typeof endJob>[2] | Parameters<typeof putBackJob>[2];
type Result = 'lost' | Ended;

type Signals = { readonly signal: AbortSignal; readonly stopping: AbortSignal };

/**
 * A job that did not come to a good end leaves nothing half done. Where taking back fails, or its worker dies over it, it is
 * gone on with later; the work itself, of which a part is gone, is not.
 */
async function takeBack(the: Jobs, claimed: ClaimedJob, ended: Ended, signals: Signals): Promise<Result> {
  const { db, files, log } = the;
  const undo = the.undo?.[claimed.kind];
  if ('afterSeconds' in ended || ended.state === 'done' || !undo) return ended;
  try {
    const { company_id: companyId, asked_by: askedBy, input } = claimed;
    const write = writeFor(claimed, { db, ...signals }, { evenCancelled: true });
    const checkpoint = await write(async (tx) => {
      if (ended.state === 'failed') await decideFailure(tx, claimed, ended.errorKey);
      return checkpointOf(tx, claimed);
    });
    await undo({ companyId, askedBy, input, checkpoint, db, files, write });
    return ended;
  } catch (error) {
    if (error instanceof Interrupted) return afterFailure(the, claimed, error);
    log.error({ err: error, jobId: claimed.id, kind: claimed.kind }, 'what a job left could not be taken back');
    return { afterSeconds: againSeconds, isCounted: true };
  }
}

async function attempt(the: Jobs, claimed: ClaimedJob, signals: Signals): Promise<Result> {
  if (claimed.error_key !== null) return { state: 'failed', errorKey: claimed.error_key };
  if (claimed.is_cancel_asked) return { state: 'cancelled' };
  if (claimed.attempts > attemptsMax) return { state: 'failed', errorKey: 'internal' };
  try {
    const { file } = await from(claimed, () => the.kinds[claimed.kind](atWork(claimed, { ...the, ...signals })));
    return { state: 'done', file };
  } catch (error) {
    return afterFailure(the, claimed, error);
  }
}

/** What a job does is recorded as coming from where it was asked for. */
const from = <T>({ asked_from, user_agent }: ClaimedJob, work: () => T): T =>
  asked_from === null ? work() : actingFrom({ ip: asked_from, userAgent: user_agent ?? '' }, work);

function afterFailure({ log }: Jobs, claimed: ClaimedJob, error: unknown): Result {
  if (error instanceof Interrupted) {
    if (error.by === 'lost') return 'lost';
    if (error.by === 'cancelled') return { state: 'cancelled' };
    return { afterSeconds: 0, isCounted: false };
  }
  if (error instanceof Problem) return { state: 'failed', errorKey: error.key };
  if (isUnavailable(error)) return { afterSeconds: againSeconds, isCounted: false };
  log.error({ err: error, jobId: claimed.id, kind: claimed.kind }, 'a job failed');
  if (claimed.attempts >= attemptsMax) return { state: 'failed', errorKey: 'internal' };
  return { afterSeconds: againSeconds * claimed.attempts, isCounted: true };
}

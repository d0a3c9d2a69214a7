import type { JobKind } from '#contract/jobs.ts';
import { isJobAsked } from '#domain/jobs/index.ts';
import type { Person } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { unlessDone } from './unless-done.ts';

/** Counts a job that a person asks for. Past the limit one that they have asked for before is answered as it was then. */
export function paceJob(
  { db, limits }: { db: Database; limits: Limits },
  limit: Limit,
  asked: {
    readonly kind: JobKind;
    readonly requestId: string;
    readonly person: Person;
    readonly companies: readonly number[];
  },
): Promise<void> {
  const { kind, requestId, person, companies } = asked;
  return unlessDone(limits.take(limit, { person: person.userId }), () =>
    isJobAsked(db, { kind, requestId, askedBy: person.userId, companies }),
  );
}

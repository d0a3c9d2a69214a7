import { Problem } from '#platform/problem.ts';

/** Of one person in one process: the desk sends three at a time, from each of its tabs. */
export const uploadsPerPersonMax = 12;
/** Of everybody in one process: a file is in memory, all of it, until it lies on the disk. */
export const uploadsMax = 32;
/** Whoever waits so long may try again: most files are there within that. */
const waitSeconds = 2;

/**
 * Counts the uploads under way, before anything of them is read. Beyond the limits it is `too_many_requests`, with the
 * seconds to wait: the desk tries again by itself.
 */
export function createUploadCrowd() {
  const counts = new Map<number, number>();
  let all = 0;

  return async function within<T>(personId: number, take: () => Promise<T>): Promise<T> {
    const mine = counts.get(personId) ?? 0;
    if (mine >= uploadsPerPersonMax || all >= uploadsMax)
      throw new Problem('too_many_requests', { values: { seconds: waitSeconds } });
    counts.set(personId, mine + 1);
    all++;
    try {
      return await take();
    } finally {
      const left = (counts.get(personId) ?? 1) - 1;
      if (left > 0) counts.set(personId, left);
      else counts.delete(personId);
      all--;
    }
  };
}

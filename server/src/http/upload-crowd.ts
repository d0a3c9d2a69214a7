import { Problem } from '#platform/problem.ts';

/** Of one person in one process: the desk sends three at a time, from each of its tabs. */
export const uploadsPerPersonMax = 12;
/** Of one company in one process: its slow lines leave some to the others. */
export const uploadsPerCompanyMax = 24;
/** Of everybody in one process: a file is in memory, all of it, until it lies on the disk. */
export const uploadsMax = 32;
/** Whoever waits so long may try again: most files are there within that. */
const waitSeconds = 2;

/**
 * Counts the uploads under way, before anything of them is read. Beyond the limits it is `too_many_requests`, with the
 * seconds to wait: the desk tries again by itself.
 */
export function createUploadCrowd() {
  const counts = new Map<string, number>();
  const countOf = (who: string) => counts.get(who) ?? 0;
  const add = (who: string, more: 1 | -1) => {
    const count = countOf(who) + more;
    if (count > 0) counts.set(who, count);
    else counts.delete(who);
  };

  return async function within<T>(by: { person: number; company: number }, take: () => Promise<T>): Promise<T> {
    const places: [string, number][] = [
      [`person ${by.person}`, uploadsPerPersonMax],
      [`company ${by.company}`, uploadsPerCompanyMax],
      ['all', uploadsMax],
    ];
    if (places.some(([who, max]) => countOf(who) >= max))
      throw new Problem('too_many_requests', { values: { seconds: waitSeconds } });
    for (const [who] of places) add(who, 1);
    try {
      return await take();
    } finally {
      for (const [who] of places) add(who, -1);
    }
  };
}

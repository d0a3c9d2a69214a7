import { Problem } from '#platform/problem.ts';

/** Of one person in one process: the desk sends three at a time, from each of its tabs. */
export const uploadsPerPersonMax = 12;
/** Of one company in one process: its slow lines leave some to the others. */
export const uploadsPerCompanyMax = 24;
/** Of everybody in one process: a file is in memory, all of it, until it lies on the disk. */
export const uploadsMax = 32;
/** Of one visitor of a site: a chat sends all files of a message at once. */
export const uploadsPerVisitorMax = 10;
/** Of visitors behind one address. */
export const uploadsPerAddressMax = 20;
/** Whoever waits so long may try again: most files are there within that. */
const waitSeconds = 2;

type Place = readonly [who: string, max: number];

/**
 * Counts the uploads under way, before anything of them is read. Beyond the limits it is `too_many_requests`, with the
 * seconds to wait: the desk tries again by itself.
 */
export function createUploadCrowd() {
  const { enter } = createCrowd();
  return async function within<T>(by: { person: number; company: number }, take: () => Promise<T>): Promise<T> {
    const leave = enter([
      [`person ${by.person}`, uploadsPerPersonMax],
      [`company ${by.company}`, uploadsPerCompanyMax],
      ['all', uploadsMax],
    ]);
    try {
      return await take();
    } finally {
      leave();
    }
  };
}
export type UploadCrowd = ReturnType<typeof createUploadCrowd>;

/** The same for visitors, who take no place of an agent's. Who they are stands within what they send: it is asked in two steps. */
export function createVisitorsCrowd() {
  const { enter } = createCrowd();
  return async function within<T>(
    address: string,
    take: (asVisitor: (by: { visitor: number; company: number }) => void) => Promise<T>,
  ): Promise<T> {
    const leaves = [
      enter([
        [`address ${address}`, uploadsPerAddressMax],
        ['all', uploadsMax],
      ]),
    ];
    const asVisitor = ({ visitor, company }: { visitor: number; company: number }): void => {
      const places: Place[] = [
        [`visitor ${visitor}`, uploadsPerVisitorMax],
        [`company ${company}`, uploadsPerCompanyMax],
      ];
      leaves.push(enter(places));
    };
    try {
      return await take(asVisitor);
    } finally {
      for (const leave of leaves) leave();
    }
  };
}

function createCrowd() {
  const counts = new Map<string, number>();
  const countOf = (who: string) => counts.get(who) ?? 0;
  const add = (who: string, more: 1 | -1) => {
    const count = countOf(who) + more;
    if (count > 0) counts.set(who, count);
    else counts.delete(who);
  };
  return {
    /** Takes all of these places, or none. Answers how to leave them. */
    enter(places: readonly Place[]): () => void {
      if (places.some(([who, max]) => countOf(who) >= max))
        throw new Problem('too_many_requests', { values: { seconds: waitSeconds } });
      for (const [who] of places) add(who, 1);
      return () => {
        for (const [who] of places) add(who, -1);
      };
    },
  };
}

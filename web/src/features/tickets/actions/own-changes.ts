const underWay = new Set<Promise<unknown>>();

/** Answers what the work does, and remembers that a change of this person's is on its way as long as it takes. */
export function whileChanging<T>(work: Promise<T>): Promise<T> {
  underWay.add(work);
  const over = () => underWay.delete(work);
  work.then(over, over);
  return work;
}

/** When what is on its way now has arrived, or has failed: an answer that was asked for before would not have it. */
export const ownChangesEnd = (): Promise<unknown> => Promise.allSettled(underWay);

/** An own change comes back over the socket within this time; later ones are somebody else's. */
const echoMs = 5_000;
const changedAt = new Map<number, number>();

/** Remembers that this person changed these tickets, so that the list does not report it to them as news. */
export function rememberOurs(ids: readonly number[], now = Date.now()): void {
  for (const [id, at] of changedAt) if (now - at > echoMs) changedAt.delete(id);
  for (const id of ids) changedAt.set(id, now);
}

export function wasOurs(id: number, now = Date.now()): boolean {
  return now - (changedAt.get(id) ?? 0) < echoMs;
}

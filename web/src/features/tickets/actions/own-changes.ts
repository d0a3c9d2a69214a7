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

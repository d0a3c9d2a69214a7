/**
 * Works while a lease is renewed now and then: leases can be short, so that others take over soon from a worker that
 * died, and work may be long. `renew` answers whether the lease is still held; the signal aborts when it is not. A
 * renewal that fails for another reason is tried again at its next turn.
 */
export async function whileRenewing<T>(
  everySeconds: number,
  renew: () => Promise<boolean>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const timer = setInterval(() => {
    renew().then(
      (isHeld) => isHeld || lost.abort(new Error('the lease passed to another worker')),
      () => {},
    );
  }, everySeconds * 1000);
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
  }
}

/**
 * Works while a lease is renewed now and then: leases can be short, so that others take over soon from a worker that
 * died, and work may be long. `renew` answers whether the lease is still held; the signal aborts when it is not. A
 * renewal that fails for another reason is tried again at its next turn; one that takes longer than that is waited for.
 */
export async function whileRenewing<T>(
  everySeconds: number,
  renew: () => Promise<boolean>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  let isUnderWay = false;
  const turn = async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    // Beside work that holds its row each would wait on a connection of its own.
    const isHeld = await renew().catch(() => true);
    isUnderWay = false;
    if (!isHeld) lost.abort(new Error('the lease passed to another worker'));
  };
  const timer = setInterval(() => void turn(), everySeconds * 1000);
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
  }
}

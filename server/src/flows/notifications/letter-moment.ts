const pauseMs = 10 * 60_000;

/**
 * When the letter about a ticket goes out: at once, or later so that a person gets one per ticket and ten minutes, and
 * none while it is quiet. Null when one that waits already will tell. `last` is when their last one went or will go.
 */
export function letterMoment(now: Date, last: Date | null, quietEnds: Date | undefined): Date | null {
  if (last && last > now) return null;
  const afterPause = last && last.getTime() + pauseMs > now.getTime() ? new Date(last.getTime() + pauseMs) : now;
  return quietEnds && quietEnds > afterPause ? quietEnds : afterPause;
}

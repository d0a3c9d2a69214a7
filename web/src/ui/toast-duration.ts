const usualMs = 5_000;
const errorMs = 10_000;
const cappedFromMs = 60_000;
const cappedMs = 59_000;

/** How long a toast stays, in milliseconds: five seconds, an error ten, and never a minute (SPEC sections 4 and 9). */
export function durationOf(the: { status: 'success' | 'info' | 'warning' | 'error'; duration?: number }): number {
  const wanted = the.duration ?? (the.status === 'error' ? errorMs : usualMs);
  return wanted >= cappedFromMs ? cappedMs : wanted;
}

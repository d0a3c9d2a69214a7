const errorMs = 10_000;
const cappedFromMs = 60_000;
const cappedMs = 59_000;

/**
 * How long a toast stays, in milliseconds: as long as the person likes, an error ten seconds, and never a minute (SPEC
 * sections 4 and 9).
 */
export function durationOf(status: 'success' | 'info' | 'warning' | 'error', chosenMs: number): number {
  const wanted = status === 'error' ? errorMs : chosenMs;
  return wanted >= cappedFromMs ? cappedMs : wanted;
}

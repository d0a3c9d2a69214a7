/** Who touched the desk within so long looks at it. */
const patienceMs = 60_000;

/** When something is pushed at the earliest. `lastTouch` is null for what the desk itself does not show. */
export const pushMoment = (now: Date, lastTouch: Date | null): Date =>
  new Date(Math.max(now.getTime(), lastTouch ? lastTouch.getTime() + patienceMs : 0));

const minuteMs = 60_000;
/** One letter a person and so long: what happens meanwhile stands in the next one. */
const pauseMs = 10 * minuteMs;
/** Who touched the desk within so long may still be there, and sees for themselves. */
const patienceMs = 5 * minuteMs;

/**
 * When the letter about something goes out at the earliest: not right after another one, not while it is quiet, and not
 * before it is clear that the person has left the desk. `lastTouch` is null for who wants letters whatever they do.
 */
export function letterMoment(
  now: Date,
  the: { lastLetter: Date | null; quietEnds: Date | undefined; lastTouch: Date | null },
): Date {
  const moments = [
    now.getTime(),
    the.lastLetter ? the.lastLetter.getTime() + pauseMs : 0,
    the.lastTouch ? the.lastTouch.getTime() + patienceMs : 0,
    the.quietEnds?.getTime() ?? 0,
  ];
  return new Date(Math.max(...moments));
}

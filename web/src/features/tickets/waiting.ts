/** How soon a customer should hear from us. One promise for everybody, until a company can set its own. */
export const firstAnswerPromiseMinutes = 4 * 60;

/** From this share of the promise on, the fuse warns. */
const soonFrom = 0.75;

export type Waiting = {
  /** How long it says: a key under `tickets.wait` and its numbers. */
  readonly text: { readonly key: 'now' | 'minutes' | 'hours' | 'days'; readonly values: Record<string, number> };
  /** Share of the promised time that is used up; 1 and more is late. */
  readonly burnt: number;
  readonly level: 'calm' | 'soon' | 'late';
};

/** How long a customer has been waiting at a moment, both in milliseconds since the epoch. A clock ahead of ours is no time. */
export function waitingAt(since: number, now: number): Waiting {
  const minutes = Math.max(0, Math.floor((now - since) / 60_000));
  const burnt = minutes / firstAnswerPromiseMinutes;
  return { text: inWords(minutes), burnt, level: burnt >= 1 ? 'late' : burnt >= soonFrom ? 'soon' : 'calm' };
}

/** The two largest units, as people say it: minutes, then hours and minutes, then days and hours. */
function inWords(minutes: number): Waiting['text'] {
  if (minutes < 1) return { key: 'now', values: {} };
  if (minutes < 60) return { key: 'minutes', values: { minutes } };
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return { key: 'hours', values: { hours, minutes: minutes % 60 } };
  return { key: 'days', values: { days: Math.floor(hours / 24), hours: hours % 24 } };
}

/** A language's way to say when: `backAt` has the moment as `onDay` says it, or as its date, and the time. */
export type Speech = {
  readonly locale: string;
  /** `Monday`, in the form in which it follows what `backAt` begins with. */
  onDay(weekday: string): string;
  backAt(day: string, time: string): string;
};

const dayMs = 86_400_000;

/** In the visitor's own time zone: `zone` is for tests. */
const shown = (at: Date, locale: string, how: Intl.DateTimeFormatOptions, zone: string | undefined) =>
  new Intl.DateTimeFormat(locale, { ...how, timeZone: zone }).format(at);

export const clock = (at: Date, { locale }: Speech, zone?: string): string =>
  shown(at, locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, zone);

/** Its day by the calendar on the wall, as a midnight that can be reckoned with. */
const dayOn = (at: Date, zone?: string) => Date.parse(shown(at, 'sv-SE', {}, zone));
const daysUntil = (at: Date, now: Date, zone?: string) => Math.round((dayOn(at, zone) - dayOn(now, zone)) / dayMs);

/** `Today`, `tomorrow`, `yesterday`. */
const dayFromNow = ({ locale }: Speech, days: number) =>
  new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');

/** `Back Monday 09:00`. */
export function backAt(at: Date, now: Date, speech: Speech, zone?: string): string {
  const days = daysUntil(at, now, zone);
  const named =
    days < 7 ? speech.onDay(shown(at, speech.locale, { weekday: 'long' }, zone)) : date(at, now, speech, zone);
  return speech.backAt(days < 2 ? dayFromNow(speech, days) : named, clock(at, speech, zone));
}

function date(at: Date, now: Date, { locale }: Speech, zone?: string): string {
  const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  return shown(at, locale, { day: 'numeric', month: 'long', year }, zone);
}

/** Over the messages of a day. */
export function dayOf(at: Date, now: Date, speech: Speech, zone?: string): string {
  const days = daysUntil(at, now, zone);
  return days > -2 ? dayFromNow(speech, days) : date(at, now, speech, zone);
}

/** Beside a conversation: its time today, its day before. */
export const whenLast = (at: Date, now: Date, speech: Speech, zone?: string): string =>
  daysUntil(at, now, zone) === 0
    ? clock(at, speech, zone)
    : shown(at, speech.locale, { day: 'numeric', month: 'short' }, zone);

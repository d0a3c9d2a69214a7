/** A language's way to say when: `backAt` has the moment as `onDay` says it, or as its date, and the time. */
export type Speech = {
  readonly locale: string;
  /** `Monday`, in the form in which it follows what `backAt` begins with. */
  onDay(weekday: string): string;
  backAt(day: string, time: string): string;
};

const dayMs = 86_400_000;

/** In the visitor's own time zone. */
const shown = (at: Date, locale: string, how: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, how).format(at);

export const clock = (at: Date, { locale }: Speech): string =>
  shown(at, locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** Its day by the calendar on the wall, as a midnight that can be reckoned with. */
const dayOn = (at: Date) => Date.parse(shown(at, 'sv-SE', {}));
const daysUntil = (at: Date, now: Date) => Math.round((dayOn(at) - dayOn(now)) / dayMs);

/** `Today`, `tomorrow`, `yesterday`. */
const dayFromNow = ({ locale }: Speech, days: number) =>
  new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');

/** `Back Monday 09:00`. */
export function backAt(at: Date, now: Date, speech: Speech): string {
  const days = daysUntil(at, now);
  const named = days < 7 ? speech.onDay(shown(at, speech.locale, { weekday: 'long' })) : date(at, now, speech);
  return speech.backAt(days < 2 ? dayFromNow(speech, days) : named, clock(at, speech));
}

function date(at: Date, now: Date, { locale }: Speech): string {
  const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  return shown(at, locale, { day: 'numeric', month: 'long', year });
}

/** Over the messages of a day. */
export function dayOf(at: Date, now: Date, speech: Speech): string {
  const days = daysUntil(at, now);
  return days > -2 ? dayFromNow(speech, days) : date(at, now, speech);
}

/** Beside a conversation: its time today, its day before. */
export const whenLast = (at: Date, now: Date, speech: Speech): string =>
  daysUntil(at, now) === 0 ? clock(at, speech) : shown(at, speech.locale, { day: 'numeric', month: 'short' });

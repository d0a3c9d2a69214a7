import type { QuidgetLanguage } from '#contract/quidget-settings.ts';

const localeOf = { en: 'en-GB', ua: 'uk' } as const;

/** In the visitor's own time zone: `zone` is for tests. */
const shown = (at: Date, language: QuidgetLanguage, how: Intl.DateTimeFormatOptions, zone?: string) =>
  new Intl.DateTimeFormat(localeOf[language], { ...how, ...(zone && { timeZone: zone }) }).format(at);

export const clock = (at: Date, language: QuidgetLanguage, zone?: string): string =>
  shown(at, language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, zone);

/** Days between both, by the calendar on the wall. */
function daysUntil(at: Date, now: Date, zone?: string): number {
  const day = (of: Date) =>
    Date.parse(`${new Intl.DateTimeFormat('sv-SE', zone ? { timeZone: zone } : {}).format(of)}T00:00:00Z`);
  return Math.round((day(at) - day(now)) / 86_400_000);
}

/** Sunday first. In Ukrainian the day takes its preposition and its case. */
const onDay = ['в неділю', 'в понеділок', 'у вівторок', 'в середу', 'в четвер', 'в п’ятницю', 'в суботу'];

/** `Back Monday 09:00`. */
export function backAt(at: Date, now: Date, language: QuidgetLanguage, zone?: string): string {
  const days = daysUntil(at, now, zone);
  const time = clock(at, language, zone);
  if (language === 'en') {
    const day =
      days === 0 ? 'today' : days === 1 ? 'tomorrow' : days < 7 ? weekday(at, zone) : date(at, now, language, zone);
    return `Back ${day} ${time}`;
  }
  const named = onDay[['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(weekday(at, zone).slice(0, 3))];
  const day = days === 0 ? 'сьогодні' : days === 1 ? 'завтра' : days < 7 ? named : date(at, now, language, zone);
  // Об одинадцятій, о дев’ятій.
  return `Будемо ${day} ${time.startsWith('11') ? 'об' : 'о'} ${time}`;
}

const weekday = (at: Date, zone?: string) => shown(at, 'en', { weekday: 'long' }, zone);

function date(at: Date, now: Date, language: QuidgetLanguage, zone?: string): string {
  const isThisYear = at.getFullYear() === now.getFullYear();
  return shown(at, language, { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) }, zone);
}

/** Over the messages of a day. */
export function dayOf(at: Date, now: Date, language: QuidgetLanguage, zone?: string): string {
  const days = daysUntil(now, at, zone);
  if (days < 2) return new Intl.RelativeTimeFormat(localeOf[language], { numeric: 'auto' }).format(-days, 'day');
  return date(at, now, language, zone);
}

/** Beside a conversation: its time today, its day before. */
export function whenLast(at: Date, now: Date, language: QuidgetLanguage, zone?: string): string {
  return daysUntil(now, at, zone) === 0
    ? clock(at, language, zone)
    : shown(at, language, { day: 'numeric', month: 'short' }, zone);
}

import i18next from 'i18next';
import type { dateFormats } from '#contract/settings.ts';
import { currentLocale } from './language.ts';

const minuteMs = 60_000;
const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

export type DateFormat = (typeof dateFormats)[number];
/** How a person reads times. Without a zone it is the device's. */
export type TimeStyle = { timeZone: string | undefined; dateFormat: DateFormat; clock: 12 | 24 };

let style: TimeStyle = { timeZone: undefined, dateFormat: 'D MMM YYYY', clock: 24 };
const formatters = new Map<string, Intl.DateTimeFormat>();
/** By the minute: whoever draws a list asks for the same days over and over, and to take a date apart is slow. */
const days = new Map<number, string>();
const daysMax = 2_000;

/** From here on all times read so. */
export function setTimeStyle(next: TimeStyle): void {
  if (JSON.stringify(next) === JSON.stringify(style)) return;
  style = next;
  formatters.clear();
  days.clear();
  // What shows a time listens for its language, and draws itself again.
  if (i18next.isInitialized) i18next.emit('languageChanged', i18next.language);
}

/** Reads a time as it travels (`YYYY-MM-DD HH:mm:ss`, UTC). */
export function readTime(wire: string): Date {
  return new Date(`${wire.replace(' ', 'T')}Z`);
}

/** `10:42`, or `10:42 am` by a clock of twelve hours. */
export function formatTime(at: Date | string, zone?: string): string {
  return format(asDate(at), clockOptions(), zone);
}

/** As it travels. */
export const toWire = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

/** A time to come: `Today 18:00`, `Fri 27 Nov, 14:00`, and with its year when that is another one; by the clock of a zone, else one's own. */
export const formatAhead = (at: Date | string, now = new Date(), zone?: string): string =>
  asBeginning(aheadWithin(at, now, zone), at, now, zone);

/** The same within a line: `today 18:00`. */
export function aheadWithin(at: Date | string, now = new Date(), zone?: string): string {
  const day = dayOf(at, zone);
  const time = formatTime(at, zone);
  if (day === dayOf(now, zone)) return `${i18next.t('time.today')} ${time}`;
  const weekday = format(asDate(at), { weekday: 'short' }, zone);
  if (style.dateFormat !== 'D MMM YYYY') return `${weekday} ${inFigures(day)}, ${time}`;
  const isThisYear = day.slice(0, 4) === dayOf(now, zone).slice(0, 4);
  const date = format(asDate(at), { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) }, zone);
  return `${weekday} ${date}, ${time}`;
}

/** Shorter, for a column: `Fri 09:00` within a week, `27 Nov` after it. */
export function formatSoon(at: Date | string, now = new Date()): string {
  if (dayOf(at) === dayOf(now)) return formatTime(at);
  const isNear = asDate(at).getTime() - now.getTime() < nearDays * dayMinutes * minuteMs;
  return isNear ? `${format(asDate(at), { weekday: 'short' })} ${formatTime(at)}` : formatDay(at, now);
}
const nearDays = 6;

/** The time of a moment by another clock than that of a zone, with its weekday where that is another day there. */
export function timeByOther(at: Date, zone: string, other: string): string {
  const time = formatTime(at, other);
  return dayOf(at, other) === dayOf(at, zone) ? time : `${format(at, { weekday: 'short' }, other)} ${time}`;
}

/** The time of this moment somewhere else. */
export function timeIn(timeZone: string, at = new Date()): string {
  return format(at, clockOptions(), timeZone);
}

/** `Today`, `Yesterday`, `14 Nov`, and with the year when it is another one; in figures where the person prefers those. */
export const formatDay = (at: Date | string, now = new Date()): string => asBeginning(dayWithin(at, now), at, now);

/** The same within a line: `today`. */
export function dayWithin(at: Date | string, now = new Date()): string {
  const day = dayOf(at);
  const today = dayOf(now);
  if (day === today) return i18next.t('time.today');
  if (day === dayBefore(today)) return i18next.t('time.yesterday');
  if (style.dateFormat !== 'D MMM YYYY') return formatDate(asDate(at));
  const thisYear = day.slice(0, 4) === today.slice(0, 4);
  return format(asDate(at), { day: 'numeric', month: 'short', ...(thisYear ? {} : { year: 'numeric' }) });
}

/** The date alone, with its year, in the person's format and by their clock, or by those named. */
export function formatDate(at: Date, { as = style.dateFormat, zone }: { as?: DateFormat; zone?: string } = {}): string {
  if (as === 'D MMM YYYY') return format(at, { day: 'numeric', month: 'short', year: 'numeric' }, zone);
  return inFigures(dayOf(at, zone), as);
}

function inFigures(date: string, dateFormat: DateFormat = style.dateFormat): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return dateFormat.replace('YYYY', year).replace('MM', month).replace('DD', day);
}

/** The day of a moment where the person is: `2026-11-14`; or by the clock of a zone. */
export function dayOf(at: Date | string, zone?: string): string {
  const date = asDate(at);
  if (zone) return dayParts(date, zone);
  const minute = Math.floor(date.getTime() / minuteMs);
  const known = days.get(minute);
  if (known !== undefined) return known;
  const day = dayParts(date);
  if (days.size >= daysMax) days.clear();
  days.set(minute, day);
  return day;
}

function dayParts(date: Date, zone?: string): string {
  const how = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const parts = formatter(how, zone, 'en-GB').formatToParts(date);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** `Today 10:42`, `14 Nov 18:02`. */
export function formatDayTime(at: Date | string, now = new Date()): string {
  return `${formatDay(at, now)} ${formatTime(at)}`;
}

/** The same within a line: `locked until today 10:42`. */
export function dayTimeWithin(at: Date | string, now = new Date()): string {
  return `${dayWithin(at, now)} ${formatTime(at)}`;
}

/** The word for a day with a capital, where a line begins with it; months and weekdays are as their language has them. */
function asBeginning(text: string, at: Date | string, now: Date, zone?: string): string {
  const today = dayOf(now, zone);
  const isWord = [today, dayBefore(today)].includes(dayOf(at, zone));
  return isWord ? text.charAt(0).toLocaleUpperCase(currentLocale()) + text.slice(1) : text;
}

/** For a tooltip: `Friday, 14 November 2026 at 18:02`. */
export function formatFull(at: Date | string): string {
  return format(asDate(at), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...clockOptions(),
  });
}

/** How long since then: `9 m`, `1 h 12 m`, `3 d 4 h`; `1 год 12 хв`. */
export function formatWait(since: Date | string, now = new Date()): string {
  return formatMinutes(Math.max(0, Math.floor((now.getTime() - asDate(since).getTime()) / minuteMs)));
}

export function formatMinutes(total: number): string {
  const days = Math.floor(total / dayMinutes);
  const hours = Math.floor((total % dayMinutes) / hourMinutes);
  const minutes = total % hourMinutes;
  if (days > 0)
    return joined([i18next.t('time.days', { n: days }), hours > 0 && i18next.t('time.hours', { n: hours })]);
  if (hours > 0) {
    return joined([i18next.t('time.hours', { n: hours }), minutes > 0 && i18next.t('time.minutes', { n: minutes })]);
  }
  return i18next.t('time.minutes', { n: minutes });
}

/** `820 ms`, `1.2 s`: how long a server took. */
export function formatTook(ms: number): string {
  if (ms < 1000) return i18next.t('time.milliseconds', { n: Math.round(ms) });
  return i18next.t('time.seconds', { n: formatNumber(ms / 1000, 1) });
}

/** `1,240` or `1 240`. */
export function formatNumber(value: number, fractionDigits = 0): string {
  const key = `${currentLocale()} ${fractionDigits}`;
  const made =
    numberFormats.get(key) ?? new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: fractionDigits });
  numberFormats.set(key, made);
  return made.format(value);
}
const numberFormats = new Map<string, Intl.NumberFormat>();

/** `180 kB`, `2.4 MB`, `1.2 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return i18next.t('size.bytes', { n: bytes });
  if (bytes < 1_000_000) return i18next.t('size.kilobytes', { n: formatNumber(bytes / 1000) });
  if (bytes < 1_000_000_000) return i18next.t('size.megabytes', { n: formatNumber(bytes / 1_000_000, 1) });
  return i18next.t('size.gigabytes', { n: formatNumber(bytes / 1_000_000_000, 1) });
}

function joined(parts: readonly (string | false)[]): string {
  return parts.filter(Boolean).join(' ');
}

function asDate(at: Date | string): Date {
  return typeof at === 'string' ? readTime(at) : at;
}

function format(at: Date, how: Intl.DateTimeFormatOptions, zone?: string): string {
  return formatter(how, zone).format(at);
}

function formatter(how: Intl.DateTimeFormatOptions, zone?: string, locale = currentLocale()): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, how, zone]);
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...how, timeZone: zone ?? style.timeZone });
  formatters.set(key, made);
  return made;
}

const clockOptions = (): Intl.DateTimeFormatOptions =>
  style.clock === 24
    ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
    : { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' };

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - dayMinutes * minuteMs).toISOString().slice(0, 10);
}

import i18next from 'i18next';
import { currentLocale } from './language.ts';

const minuteMs = 60_000;
const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

/** Reads a time as it travels (`YYYY-MM-DD HH:mm:ss`, UTC). */
export function readTime(wire: string): Date {
  return new Date(`${wire.replace(' ', 'T')}Z`);
}

/** `10:42`, 24 hours in every language. */
export function formatTime(at: Date | string): string {
  return format(asDate(at), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** `Today`, `Yesterday`, `14 Nov`, and with the year when it is another one. */
export function formatDay(at: Date | string, now = new Date()): string {
  const day = asDate(at);
  if (isSameDay(day, now)) return i18next.t('time.today');
  if (isSameDay(day, dayBefore(now))) return i18next.t('time.yesterday');
  const thisYear = day.getFullYear() === now.getFullYear();
  return format(day, { day: 'numeric', month: 'short', ...(thisYear ? {} : { year: 'numeric' }) });
}

/** `Today 10:42`, `14 Nov 18:02`. */
export function formatDayTime(at: Date | string, now = new Date()): string {
  return `${formatDay(at, now)} ${formatTime(at)}`;
}

/** For a tooltip: `Friday, 14 November 2026 at 18:02`. */
export function formatFull(at: Date | string): string {
  return format(asDate(at), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
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
  return new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: fractionDigits }).format(value);
}

/** `180 kB`, `2.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return i18next.t('size.bytes', { n: bytes });
  if (bytes < 1_000_000) return i18next.t('size.kilobytes', { n: formatNumber(bytes / 1000) });
  return i18next.t('size.megabytes', { n: formatNumber(bytes / 1_000_000, 1) });
}

function joined(parts: readonly (string | false)[]): string {
  return parts.filter(Boolean).join(' ');
}

function asDate(at: Date | string): Date {
  return typeof at === 'string' ? readTime(at) : at;
}

function format(at: Date, how: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(currentLocale(), how).format(at);
}

function isSameDay(a: Date, b: Date): boolean {
  return a.toDateString() === b.toDateString();
}

function dayBefore(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
}

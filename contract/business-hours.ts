/**
 * When somebody is there: a week of opening hours in a time zone, but for holidays and special days. Pure, and the same for the server,
 * which counts with it, and the desk, which shows it.
 *
 * Open is defined by the clock on the wall: at a moment whose local time lies within an interval of its weekday, or of
 * the special day that its date is; never on a holiday. An hour that a change of the clocks leaves out is nobody's, one that comes twice counts twice.
 */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** `HH:mm`, the end excluded; `24:00` is the end of the day. */
export type Interval = readonly [from: string, to: string];
export type Week = Readonly<Record<Weekday, readonly Interval[]>>;
/**
 * Dates `YYYY-MM-DD`, both included. A yearly one comes back in every year; it may lie over New Year. With hours it is a
 * special day: open then, whatever weekday it is.
 */
export type Holiday = {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly is_yearly: 0 | 1;
  readonly hours?: readonly Interval[] | undefined;
};
export type BusinessHours = {
  /** An IANA name. */
  readonly time_zone: string;
  readonly week: Week;
  readonly holidays: readonly Holiday[];
};

/** From, up to and without: milliseconds since 1970. */
export type Span = { readonly from: number; readonly to: number };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Longer than any closed season; who is closed for longer does not open again. */
const horizonDays = 400;
export const countedDaysMax = 3_700;

export function isOpenAt(of: BusinessHours, at: number): boolean {
  const local = localTime(of.time_zone, at);
  const day = startOfDay(local);
  return intervalsOn(of, day).some(({ from, to }) => local - day >= from && local - day < to);
}

/** Whether it is open now, and when that changes; null: not within a year. */
export function nextChange(of: BusinessHours, at: number): { isOpen: boolean; changesAt: number | null } {
  const isOpen = isOpenAt(of, at);
  const today = startOfDay(localTime(of.time_zone, at));
  let end = at;
  for (let day = 0; day <= horizonDays; day++) {
    for (const span of spansOfDay(of, today + day * dayMs)) {
      if (span.to <= end) continue;
      if (!isOpen) return { isOpen, changesAt: span.from };
      if (span.from > end) return { isOpen, changesAt: end };
      end = span.to;
    }
    // It closed today, and tomorrow does not begin where today ended.
    if (isOpen && end > at && startOfDay(localTime(of.time_zone, end)) <= today + day * dayMs)
      return { isOpen, changesAt: end };
  }
  return { isOpen, changesAt: null };
}

/** How many minutes of these two moments' distance it is open: what a promise in business hours counts. */
export function businessMinutesBetween(of: BusinessHours, from: number, to: number): number {
  if (to <= from) return 0;
  const first = startOfDay(localTime(of.time_zone, from)) - dayMs;
  const last = startOfDay(localTime(of.time_zone, to)) + dayMs;
  if ((last - first) / dayMs > countedDaysMax) throw new RangeError(`more than ${countedDaysMax} days`);
  let open = 0;
  for (let day = first; day <= last; day += dayMs)
    for (const span of spansOfDay(of, day)) open += Math.max(0, Math.min(span.to, to) - Math.max(span.from, from));
  return open / minuteMs;
}

/** The clock on the wall, written as if it were UTC. */
export function localTime(timeZone: string, at: number): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of clockOf(timeZone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const milliseconds = ((at % 1000) + 1000) % 1000;
  return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
}

/** Making one is dear, and there are only as many as there are zones. */
const clocks = new Map<string, Intl.DateTimeFormat>();
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(timeZone, clock);
  return clock;
}

const startOfDay = (local: number): number => Math.floor(local / dayMs) * dayMs;

/** The opening hours of a local date, as milliseconds of its day. */
function intervalsOn(of: BusinessHours, day: number): Span[] {
  const date = new Date(day);
  const special = specialDay(of.holidays, date.toISOString().slice(0, 10));
  const weekday = weekdays[(date.getUTCDay() + 6) % 7] as Weekday; // a number from 0 to 6
  const hours = special ? (special.hours ?? []) : of.week[weekday];
  return hours.map(([from, to]) => ({ from: millisecondsOf(from), to: millisecondsOf(to) }));
}

/** Of several on a date the shortest counts: a special day amid closed weeks, a holiday amid summer hours. Alike, closed does. */
function specialDay(holidays: readonly Holiday[], date: string): Holiday | undefined {
  let found: Holiday | undefined;
  for (const one of holidays) {
    if (!isWithin(one, date)) continue;
    const longer = found ? lengthOf(one) - lengthOf(found) : -1;
    if (longer < 0 || (longer === 0 && !one.hours)) found = one;
  }
  return found;
}

function isWithin({ from, to, is_yearly }: Holiday, date: string): boolean {
  if (is_yearly === 0) return from <= date && date <= to;
  const [first, last, that] = [from.slice(5), to.slice(5), date.slice(5)];
  return from.slice(0, 4) === to.slice(0, 4) ? first <= that && that <= last : that >= first || that <= last;
}

const lengthOf = ({ from, to }: Holiday): number => Date.parse(to) - Date.parse(from);

export function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}
const millisecondsOf = (clock: string): number => minutesOf(clock) * minuteMs;

/** When it is open on a local date, in order. Local dates lie between 14 hours before and 12 after those of UTC. */
function spansOfDay(of: BusinessHours, day: number): Span[] {
  const intervals = intervalsOn(of, day);
  if (intervals.length === 0) return [];
  const found = piecesBetween(of.time_zone, day - 15 * hourMs, day + dayMs + 13 * hourMs).flatMap(
    ({ from, to, offset }) =>
      intervals.map((one) => ({
        from: Math.max(from, day + one.from - offset),
        to: Math.min(to, day + one.to - offset),
      })),
  );
  return joined(found.filter((span) => span.from < span.to).sort((a, b) => a.from - b.from));
}

/** What follows without a pause is one. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    if (last && span.from <= last.to) all[all.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else all.push(span);
  }
  return all;
}

/** Stretches of a time of two days within which the clocks are not changed. They change once in it at most. */
function piecesBetween(timeZone: string, from: number, to: number): (Span & { offset: number })[] {
  const offsetAt = (at: number) => localTime(timeZone, at) - at;
  const [before, after] = [offsetAt(from), offsetAt(to)];
  if (before === after) return [{ from, to, offset: before }];
  // Clocks change on a full minute.
  let [low, high] = [Math.floor(from / minuteMs), Math.ceil(to / minuteMs)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * minuteMs) === before) low = middle;
    else high = middle;
  }
  const change = high * minuteMs;
  return [
    { from, to: change, offset: before },
    { from: change, to, offset: after },
  ];
}

import type { Holiday } from '#contract/business-hours.ts';
import { holidayNameMax, holidaysMax, holidayValue } from '#contract/calendars.ts';

export const icalBytesMax = 1024 * 1024;
const dayMs = 24 * 3_600_000;

export type ReadIcal = {
  readonly holidays: readonly Holiday[];
  /** Events that are no whole days, come back in other ways than every year, or are too long. */
  readonly skipped: number;
  /** Were before today, and never come back. */
  readonly over: number;
};

/** The whole-day events of an iCalendar file (RFC 5545) that are still to come, or come every year. Undefined when it is none. */
export function readIcal(text: string, today: string): ReadIcal | undefined {
  if (!/^\uFEFF?BEGIN:VCALENDAR/i.test(text.trimStart())) return undefined;
  const found = new Map<string, Holiday>();
  let skipped = 0;
  const gone = new Set<string>();
  for (const event of eventsOf(unfold(text))) {
    const holiday = holidayOf(event);
    if (!holiday) skipped++;
    else if (holiday.is_yearly === 0 && holiday.to < today) gone.add(dayKey(holiday));
    else found.set(dayKey(holiday), holiday);
  }
  return { holidays: [...found.values()].toSorted((a, b) => a.from.localeCompare(b.from)), skipped, over: gone.size };
}

/** Those that are not there yet, as far as there is room; `left`: how many there is none for. */
export function chooseNew(all: readonly Holiday[], read: readonly Holiday[]): { added: Holiday[]; left: number } {
  const known = new Set(all.map(dayKey));
  const fresh = read.filter((one) => !known.has(dayKey(one)));
  const added = fresh.slice(0, Math.max(0, holidaysMax - all.length));
  return { added, left: fresh.length - added.length };
}

/** Two of the same are one holiday, whatever hours somebody gave it; those of every year go by their date alone. */
function dayKey({ name, from, to, is_yearly }: Holiday): string {
  const dates = is_yearly === 1 ? [from.slice(5), to.slice(5)] : [from, to];
  return JSON.stringify([name, ...dates, is_yearly]);
}

/** Long lines go on in the next one, after a blank. */
const unfold = (text: string): string[] => text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);

type Property = { readonly name: string; readonly value: string };

function eventsOf(lines: readonly string[]): Property[][] {
  const events: Property[][] = [];
  // What stands within an event, such as an alarm, has properties of its own.
  const open: string[] = [];
  for (const line of lines) {
    const property = propertyOf(line);
    if (property?.name === 'BEGIN') {
      open.push(property.value.toUpperCase());
      if (open.at(-1) === 'VEVENT') events.push([]);
    } else if (property?.name === 'END') open.pop();
    else if (property && open.at(-1) === 'VEVENT') events.at(-1)?.push(property);
  }
  return events;
}

/** `DTSTART;VALUE=DATE:20261225`; a quoted parameter may hold colons. */
function propertyOf(line: string): Property | undefined {
  const [, name, value] = /^([A-Za-z-]+)(?:;(?:"[^"]*"|[^":])*)?:(.*)$/.exec(line) ?? [];
  return name === undefined || value === undefined ? undefined : { name: name.toUpperCase(), value: value.trim() };
}

function holidayOf(event: readonly Property[]): Holiday | undefined {
  const textOf = (name: string) => event.find((one) => one.name === name)?.value;
  if (textOf('STATUS')?.toUpperCase() === 'CANCELLED') return undefined;
  const from = dateOf(textOf('DTSTART') ?? '');
  if (from === undefined) return undefined;
  const last = lastDay(textOf('DTSTART') ?? '', textOf('DTEND'), textOf('DURATION'));
  const isYearly = yearly(textOf('RRULE'));
  if (last === undefined || isYearly === undefined) return undefined;
  const name = unescaped(textOf('SUMMARY') ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, holidayNameMax);
  const read = holidayValue.safeParse({
    name: name || from,
    from,
    to: from.localeCompare(last) > 0 ? from : last,
    is_yearly: isYearly,
  });
  return read.success ? read.data : undefined;
}

/** The end is the day after the last one; in its place there may be how long it takes. One day, where there is neither. */
function lastDay(start: string, end: string | undefined, duration: string | undefined): string | undefined {
  if (end !== undefined) return dateOf(end, -1);
  if (duration === undefined) return dateOf(start);
  const [, weeks, days] = /^\+?P(?:(\d{1,3})W|(\d{1,4})D(?:T(?:0+[HMS])+)?)$/i.exec(duration) ?? [];
  return weeks === undefined && days === undefined
    ? undefined
    : dateOf(start, Number(weeks ?? 0) * 7 + Number(days ?? 0) - 1);
}

/** Days alone: what has a time of day closes nobody's day. */
function dateOf(text: string, plusDays = 0): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day)) + plusDays * dayMs;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, 10);
}

/** Every year and on the same date: undefined where the rule says anything else. */
function yearly(rule: string | undefined): 0 | 1 | undefined {
  if (rule === undefined) return 0;
  const parts = rule.toUpperCase().split(';').filter(Boolean);
  const isPlain = parts.every((part) => /^(?:FREQ=YEARLY|INTERVAL=1|WKST=\w\w|BYMONTH=\d+|BYMONTHDAY=\d+)$/.test(part));
  return isPlain && parts.includes('FREQ=YEARLY') ? 1 : undefined;
}

const unescaped = (text: string): string =>
  text.replace(/\\([nN,;\\])/g, (_, letter: string) => (letter.toLowerCase() === 'n' ? ' ' : letter));

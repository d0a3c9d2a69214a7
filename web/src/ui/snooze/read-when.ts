import { addMonths, dayMs, minuteMs, momentOf, startOfDay, type Wall, wallAt, weekdayOf } from './wall-clock.ts';
import {
  afternoon,
  type Clock,
  dayParts,
  daysAhead,
  hours,
  monthNamed,
  numbers,
  units,
  weekdays,
} from './when-words.ts';

/** What somebody meant: a time, one that has passed, or nothing that can be understood. */
export type When =
  | { readonly kind: 'at'; readonly at: Date }
  | { readonly kind: 'past' }
  | { readonly kind: 'unknown' };

/** What was said so far. */
type Said = {
  /** After now. */
  after?: { months: number; days: number; minutes: number };
  /** The day, as the clock of the wall sees it. */
  day?: Wall;
  /** A weekday may also be the next one when its time has passed today. */
  isWeekday?: true;
  /** What is meant when the time of that day has passed. */
  otherwise?: Wall;
  /** Without a time it is the evening that is meant. */
  isEnd?: true;
  /** `12/1` is the first of December. */
  isMonthFirst?: boolean;
  /** A date without its year is next year's when it has passed. */
  lacksYear?: true;
  /** In a week: where that is a day off, the next day of work. */
  isInAWeek?: true;
  clock?: Clock;
  /** The clock is that of a part of the day, behind which its hour may follow. */
  isPart?: true;
};

/** When a morning and an evening are, in minutes of the day, and which days are worked on (1 is Monday). */
export type Times = { readonly morning: number; readonly evening: number; readonly days: readonly number[] };

/**
 * Reads when somebody wants a ticket back: `3 days`, `friday 14:00`, `in 2 hours`, `завтра о 9`, `через 3 дні`, in English
 * and Ukrainian, by the clock where the person is. A day without a time is their morning; so many days are as many days of
 * the calendar at the same time. `isMonthFirst`: so they write dates with slashes.
 */
export function readWhen(
  text: string,
  now: Date,
  zone: string,
  times: Times,
  { isMonthFirst = false }: { isMonthFirst?: boolean } = {},
): When {
  let rest = tidy(text);
  if (rest === '' || rest.length > lettersMax) return { kind: 'unknown' };
  const said: Said = { isMonthFirst };
  const wall = wallAt(now, zone);
  while (rest !== '') {
    let read = 0;
    // What one has read is nothing to the others any more.
    for (const rule of rules) if (read === 0) read = rule(rest, said, wall);
    if (read === 0) return { kind: 'unknown' };
    rest = rest.slice(read).trimStart();
  }
  const at = momentSaid(said, now, wall, zone, times);
  if (!at) return { kind: 'unknown' };
  return at > now ? { kind: 'at', at } : { kind: 'past' };
}

const lettersMax = 60;

const tidy = (text: string): string =>
  text
    .toLocaleLowerCase('uk')
    .replace(/[’ʼ`´]/g, "'")
    .replace(/(\d),(?=\d)/g, '$1.')
    .replace(/[\s,]+/g, ' ')
    .replace(/\b(?:a )?couple(?: of)?(?= )/g, 'couple')
    .trim();

function momentSaid(said: Said, now: Date, wall: Wall, zone: string, times: Times): Date | undefined {
  const { after, day } = said;
  const clock = typeof said.clock === 'string' ? times[said.clock] : said.clock;
  if (after) {
    // Hours pass as they do; days and months are those of the calendar.
    if (after.days === 0 && after.months === 0 && clock === undefined)
      return onTheMinute(now.getTime() + after.minutes * minuteMs);
    const then = addMonths(wall, after.months) + after.days * dayMs;
    if (clock !== undefined)
      return after.minutes === 0 ? momentOf(startOfDay(then) + clock * minuteMs, zone) : undefined;
    return onTheMinute(momentOf(then, zone).getTime() + after.minutes * minuteMs);
  }
  if (day === undefined && clock === undefined) return undefined;
  const usual = said.isEnd ? times.evening : times.morning;
  const on = (of: Wall) => momentOf(startOfDay(of) + (clock ?? usual) * minuteMs, zone);
  if (day === undefined) return on(wall) > now ? on(wall) : on(wall + dayMs);
  if (said.isWeekday && on(day) <= now) return on(day + 7 * dayMs);
  if (said.otherwise !== undefined && on(day) <= now) return on(said.otherwise);
  if (said.lacksYear && on(day) <= now) return on(addMonths(day, 12));
  if (said.isInAWeek) return on(dayOfWork(day, times.days));
  // Today needs its time: the morning has passed.
  return clock === undefined && !said.isEnd && startOfDay(day) === startOfDay(wall) ? undefined : on(day);
}

/** The day itself where it is worked on, else the next one that is. */
export const dayOfWork = (from: Wall, days: readonly number[]): Wall =>
  [0, 1, 2, 3, 4, 5, 6].map((ahead) => from + ahead * dayMs).find((day) => days.includes(weekdayOf(day))) ?? from;

const onTheMinute = (at: number): Date => new Date(Math.ceil(at / minuteMs) * minuteMs);

/** Each reads what it knows from the beginning and answers how much that was; 0 when it is none of its business. */
type Rule = (rest: string, said: Said, wall: Wall) => number;

/** `in 3 days`, `2h 30m`, `через годину`, `an hour`, `пів години`. */
const amount: Rule = (rest, said) => {
  if (said.day !== undefined) return 0;
  const lead = /^(?:in|after|через|за)\s+/.exec(rest)?.[0] ?? '';
  const half = /^(?:half an hour|half hour|пів ?години|півгодини)(?=$|\s)/.exec(rest.slice(lead.length));
  if (half) return add(said, { minutes: 30 }) && lead.length + half[0].length;
  const spoken = rest.slice(lead.length);
  const counted = /^(?:(\d{1,4}(?:\.5)?)\s*|(\p{L}[\p{L}']*)\s+)(\p{L}[\p{L}']*)\.?(?=$|\s|\d)/u.exec(spoken);
  const [whole = '', digits, word = '', unitWord = ''] = counted && units[counted[3] ?? ''] ? counted : aUnit(spoken);
  const unit = units[unitWord];
  const count = digits ? Number(digits) : word ? numbers[word] : 1;
  // A unit alone ("week") is an amount only behind its lead: "через тиждень".
  if (!unit || count === undefined || (!digits && !word && lead === '')) return 0;
  if (!Number.isInteger(count) && !('minutes' in unit)) return 0;
  const minutes = 'minutes' in unit ? unit.minutes * count : 0;
  const days = 'days' in unit ? unit.days * count : 0;
  return add(said, { minutes, days, months: 'months' in unit ? unit.months * count : 0 }) && lead.length + whole.length;
};

const aUnit = (spoken: string) => {
  const whole = /^\p{L}+(?=$|\s)/u.exec(spoken)?.[0] ?? '';
  return [whole, undefined, '', whole] as const;
};

function add(said: Said, more: { minutes?: number; days?: number; months?: number }): true {
  const before = said.after ?? { minutes: 0, days: 0, months: 0 };
  said.after = {
    minutes: before.minutes + (more.minutes ?? 0),
    days: before.days + (more.days ?? 0),
    months: before.months + (more.months ?? 0),
  };
  return true;
}

/**
 * `at 9`, `14:30`, `9 pm`, `о 9`, `9 вечора`, `in the morning`, `вранці`, `end of day`; behind a day also a mere `14`, and
 * behind a part of the day its hour: `tonight at 8`, `tomorrow morning at 8`, `завтра о дев'ятій`.
 */
const clock: Rule = (rest, said) => {
  if (said.clock !== undefined && !said.isPart) return 0;
  const part =
    /^(?:in the |at |by )?((?:the )?end of (?:the |this )?day|кін(?:ець|ця) дня|\p{L}[\p{L}']*(?: обіду)?)(?=$|\s)/u.exec(
      rest,
    );
  const named = dayParts[(part?.[1] ?? '').replace(/\b(?:the|this) /g, '')];
  if (part && named !== undefined) {
    if (said.isPart) return 0;
    said.clock = named;
    if (typeof named === 'string' || named === afternoon) said.isPart = true;
    return part[0].length;
  }
  const found =
    /^(?:at|@|by|о|об)\s*(\d{1,2})(?:[:.](\d{2}))?(?:\s*(am|pm|ранку|дня|вечора))?(?: год\p{L}*)?(?=$|\s)/u.exec(
      rest,
    ) ??
    /^(\d{1,2}):(\d{2})(?:\s*(am|pm|ранку|дня|вечора))?(?=$|\s)/.exec(rest) ??
    /^(\d{1,2})(\s*)(am|pm|ранку|дня|вечора)(?=$|\s)/.exec(rest) ??
    inWords(rest) ??
    (said.day === undefined ? null : /^(\d{1,2})(?:\.(\d{2}))?$/.exec(rest));
  if (!found) return 0;
  const [whole, digits = '', minutes = '', half] = found;
  const hour = hourBehind(said.clock, hourOf(Number(digits), half), half !== undefined);
  const minute = Number(minutes.trim() || 0);
  if (hour === undefined || minute > 59) return 0;
  delete said.isPart;
  said.clock = hour * 60 + minute;
  return whole.length;
};

/** The hour that is meant behind a part of the day: `tonight at 8` is 20:00, and at 12 or at 1 it is the night that follows. */
function hourBehind(part: Clock | undefined, hour: number | undefined, isHalfSaid: boolean): number | undefined {
  if (hour === undefined) return undefined;
  if (part === 'evening') {
    if (hour < 5 || (hour === 12 && !isHalfSaid)) return hour === 12 ? 24 : hour + 24;
    return hour < 12 ? hour + 12 : hour;
  }
  if (part !== afternoon || hour >= 12) return hour;
  return hour > 0 && hour < 8 ? hour + 12 : undefined;
}

/** `at nine`, `о дев'ятій вечора`, as figures would have said it. */
function inWords(rest: string): readonly [string, string, string, string | undefined] | null {
  const [whole = '', word = '', half] =
    /^(?:at|by|о|об)\s(\p{L}[\p{L}']*)(?:\s(am|pm|ранку|дня|вечора))?(?=$|\s)/u.exec(rest) ?? [];
  const hour = hours[word];
  return hour === undefined ? null : [whole, String(hour), '', half];
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === 'pm' || half === 'дня' || half === 'вечора' ? 12 : 0);
}

/** `tomorrow`, `післязавтра`, `next week`. */
const dayWord: Rule = (rest, said, wall) => {
  if (said.after || said.day !== undefined) return 0;
  const found = Object.keys(daysAhead).find((words) => isAtStart(rest, words));
  const ahead = daysAhead[found ?? ''];
  if (found === undefined || ahead === undefined) return 0;
  said.day = startOfDay(ahead === 'month' ? addMonths(wall, 1) : wall + ahead * dayMs);
  if (ahead === 7) said.isInAWeek = true;
  if (found === 'tonight') {
    said.clock = 'evening';
    said.isPart = true;
  }
  return found.length;
};

/**
 * `friday`, `пт`: the next one; `next friday`, `friday next week`, `наступної п'ятниці`, `п'ятниця наступного тижня`: the one
 * of the week that begins on Monday next.
 */
const weekday: Rule = (rest, said, wall) => {
  if (said.after || said.day !== undefined) return 0;
  const found =
    /^(next (?:week (?:on )?)?|наступного тижня (?:[ув] )?|наступн\p{L}+ )?(\p{L}[\p{L}']*)\.?(?=$|\s)( next week(?=$|\s)| наступного тижня(?=$|\s))?/u.exec(
      rest,
    );
  const [whole = '', nextBefore, word = '', nextAfter] = found ?? [];
  const number = weekdays[word];
  if (number === undefined) return 0;
  setWeekday(said, wall, number, nextBefore !== undefined || nextAfter !== undefined);
  return whole.length;
};

function setWeekday(said: Said, wall: Wall, number: number, isNextWeek: boolean): void {
  const today = startOfDay(wall);
  const ahead = number - weekdayOf(wall);
  if (isNextWeek) said.day = today + (ahead + 7) * dayMs;
  else {
    said.day = today + ((ahead + 7) % 7) * dayMs;
    said.isWeekday = true;
  }
}

/** `end of week`, `eow`, `кінець тижня`: the evening of its Friday; `end of next month`, `до кінця місяця`: of its last day. */
const endOf: Rule = (rest, said, wall) => {
  if (said.after || said.day !== undefined) return 0;
  const found =
    /^(?:eo(?<short>[wm])|(?:the )?end of (?:the |(?<now>this )|(?<next>next ))?(?<word>week|month)|(?:напри)?кін(?:ець|ця|ці) (?:(?<nowUk>цього )|(?<nextUk>наступного ))?(?<wordUk>тижня|місяця))(?=$|\s)/.exec(
      rest,
    );
  if (!found) return 0;
  const { short, now, next, word, nowUk, nextUk, wordUk } = found.groups ?? {};
  const isNext = next !== undefined || nextUk !== undefined;
  said.isEnd = true;
  if (short === 'w' || word === 'week' || wordUk === 'тижня') setWeekday(said, wall, friday, isNext);
  else {
    const first = startOfDay(wall) - (new Date(wall).getUTCDate() - 1) * dayMs;
    const last = (ahead: number) => addMonths(first, ahead + 1) - dayMs;
    said.day = last(isNext ? 1 : 0);
    // On its last evening hardly anybody means a time that has passed.
    if (!isNext && now === undefined && nowUk === undefined) said.otherwise = last(1);
  }
  return found[0].length;
};
const friday = 5;

/** `27 nov`, `november 27 2027`, `27.11.`, `27/11/2027`, `2026-11-27`, `27 листопада`. */
const date: Rule = (rest, said, wall) => {
  const weekday = said.isWeekday && said.day !== undefined ? weekdayOf(said.day) : undefined;
  if (said.after || (said.day !== undefined && weekday === undefined)) return 0;
  const iso = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?=$|\s)/.exec(rest);
  const slashes = /^(?<month>\d{1,2})\/(?<day>\d{1,2})(?:\/(?<year>\d{4}))?(?=$|\s)/.exec(
    said.isMonthFirst ? rest : '',
  );
  const figures = /^(?<day>\d{1,2})[./](?<month>\d{1,2})(?:[./](?<year>\d{4}))?\.?(?=$|\s)/.exec(rest);
  const dayFirst = /^(?<day>\d{1,2})(?:st|nd|rd|th|-?го)?\s+(?<name>\p{L}+)\.?(?:\s+(?<year>\d{4}))?(?=$|\s)/u.exec(
    rest,
  );
  const monthFirst = /^(?<name>\p{L}+)\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?(?:\s+(?<year>\d{4}))?(?=$|\s)/u.exec(rest);
  for (const found of [iso, slashes, figures, dayFirst, monthFirst]) {
    const { year, month, name, day } = found?.groups ?? {};
    const number = name === undefined ? Number(month) : monthNamed(name);
    if (!found || !number) continue;
    const thisYear = new Date(wall).getUTCFullYear();
    const today = startOfDay(wall);
    let on = dateOf(year ? Number(year) : thisYear, number, Number(day));
    // `friday 4.12` is that Friday, where it is one, and in December `friday 8.01` one of next year; `friday 9.30` is a time.
    if (weekday !== undefined) {
      if (!year && on !== undefined && on < today) {
        const next = dateOf(thisYear + 1, number, Number(day));
        const maySayTime = name === undefined;
        on = next !== undefined && maySayTime && next > addMonths(today, 6) ? undefined : next;
      }
      if (on === undefined || weekdayOf(on) !== weekday || on < today) continue;
      delete said.isWeekday;
    }
    if (on === undefined) continue;
    said.day = on;
    if (!year) said.lacksYear = true;
    return found[0].length;
  }
  return 0;
};

/** February has no 30th. */
function dateOf(year: number, month: number, day: number): Wall | undefined {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.getTime() : undefined;
}

/** What only joins the others. */
const joining: Rule = (rest) =>
  /^(?:on|the|at|and|until|till|this|by|у|в|на|до|і|та|цього|цю|цей|ціє[їй])(?=\s)/.exec(rest)?.[0].length ?? 0;

const isAtStart = (rest: string, words: string) =>
  rest.startsWith(words) && (rest.length === words.length || rest[words.length] === ' ');

/** Before a time in figures, which it may look like. */
const dateOfWeekday: Rule = (rest, said, wall) => (said.isWeekday ? date(rest, said, wall) : 0);

const rules: readonly Rule[] = [dateOfWeekday, clock, weekday, dayWord, endOf, amount, date, joining];

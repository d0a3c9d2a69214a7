import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BusinessHours, businessMinutesBetween, type Interval, isOpenAt, nextChange } from './business-hours.ts';

const nineToSix: Interval[] = [['09:00', '18:00']];
const kyiv: BusinessHours = {
  time_zone: 'Europe/Kyiv',
  week: { mon: nineToSix, tue: nineToSix, wed: nineToSix, thu: nineToSix, fri: nineToSix, sat: [], sun: [] },
  holidays: [
    { name: 'Christmas', from: '2026-12-25', to: '2026-12-25', is_yearly: 1 },
    { name: 'Between the years', from: '2026-12-31', to: '2027-01-02', is_yearly: 1 },
    { name: 'Moving house', from: '2026-11-24', to: '2026-11-24', is_yearly: 0 },
  ],
};
const at = (text: string) => Date.parse(text);

describe('a week in Kyiv', () => {
  test('is open from nine to six by the clock on the wall', () => {
    expect(isOpenAt(kyiv, at('2026-11-23T08:59:59+02:00'))).toBe(false);
    expect(isOpenAt(kyiv, at('2026-11-23T09:00:00+02:00'))).toBe(true);
    expect(isOpenAt(kyiv, at('2026-11-23T17:59:59.999+02:00'))).toBe(true);
    expect(isOpenAt(kyiv, at('2026-11-23T18:00:00+02:00'))).toBe(false);
    expect(isOpenAt(kyiv, at('2026-07-20T09:00:00+03:00'))).toBe(true);
    expect(isOpenAt(kyiv, at('2026-07-20T08:30:00+03:00'))).toBe(false);
  });

  test('says when it closes, and over a weekend when it opens', () => {
    const closes = { isOpen: true, changesAt: at('2026-11-23T18:00:00+02:00') };
    expect(nextChange(kyiv, at('2026-11-23T12:00:00+02:00'))).toEqual(closes);
    const monday = { isOpen: false, changesAt: at('2026-11-23T09:00:00+02:00') };
    expect(nextChange(kyiv, at('2026-11-20T18:00:00+02:00'))).toEqual(monday);
  });

  test('is closed on holidays: once, every year, and over New Year', () => {
    expect(isOpenAt(kyiv, at('2026-11-24T12:00:00+02:00'))).toBe(false);
    expect(isOpenAt(kyiv, at('2027-11-24T12:00:00+02:00'))).toBe(true);
    expect(isOpenAt(kyiv, at('2031-12-25T12:00:00+02:00'))).toBe(false);
    expect(isOpenAt(kyiv, at('2029-12-31T12:00:00+02:00'))).toBe(false);
    expect(isOpenAt(kyiv, at('2030-01-01T12:00:00+02:00'))).toBe(false);
    expect(isOpenAt(kyiv, at('2030-01-03T12:00:00+02:00'))).toBe(true);
  });

  test('has hours of its own on special days, whatever weekday they are', () => {
    const hours: Interval[] = [['10:00', '14:00']];
    const eve = { name: 'New Year’s Eve', from: '2026-12-31', to: '2026-12-31', is_yearly: 1, hours } as const;
    const of = { ...kyiv, holidays: [eve, ...kyiv.holidays] };
    // Within the closed days between the years, and on a Sunday as well as on a Thursday.
    for (const year of [2026, 2028, 2034]) {
      const day = [at(`${year}-12-31T00:00:00+02:00`), at(`${year}-12-31T24:00:00+02:00`)] as const;
      expect(businessMinutesBetween(of, ...day), String(year)).toBe(4 * 60);
      expect(isOpenAt(of, at(`${year + 1}-01-01T12:00:00+02:00`))).toBe(false);
    }
    const closes = { isOpen: true, changesAt: at('2026-12-31T14:00:00+02:00') };
    expect(nextChange(of, at('2026-12-31T12:00:00+02:00'))).toEqual(closes);
    // Around the other way: a holiday amid summer hours, and of two for one date the one that closes.
    const summer = { name: 'Summer', from: '2026-06-01', to: '2026-08-31', is_yearly: 0, hours } as const;
    const closed = { name: 'Party', from: '2026-07-15', to: '2026-07-15', is_yearly: 0 } as const;
    for (const holidays of [
      [closed, summer],
      [summer, closed],
      [{ ...closed, hours }, closed],
      [closed, { ...closed, hours }],
    ])
      expect(isOpenAt({ ...kyiv, holidays }, at('2026-07-15T12:00:00+03:00'))).toBe(false);
    expect(isOpenAt({ ...kyiv, holidays: [summer, closed] }, at('2026-07-16T12:00:00+03:00'))).toBe(true);
    expect(isOpenAt({ ...kyiv, holidays: [summer, closed] }, at('2026-07-16T15:00:00+03:00'))).toBe(false);
  });

  test('counts only the minutes it is open', () => {
    const friday = at('2026-11-20T17:30:00+02:00');
    expect(businessMinutesBetween(kyiv, friday, at('2026-11-23T09:15:00+02:00'))).toBe(45);
    expect(businessMinutesBetween(kyiv, friday, friday)).toBe(0);
    expect(businessMinutesBetween(kyiv, friday, friday - 1)).toBe(0);
    // A working week is 45 hours, one with a change of the clocks too.
    const week = (monday: string) => [at(monday), at(monday) + 7 * 24 * 3_600_000] as const;
    expect(businessMinutesBetween(kyiv, ...week('2026-11-30T00:00:00Z'))).toBe(5 * 9 * 60);
    expect(businessMinutesBetween(kyiv, ...week('2026-10-19T00:00:00Z'))).toBe(5 * 9 * 60);
  });

  test('who never opens, and who never closes, changes never', () => {
    const never = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
    const day: Interval[] = [['00:00', '24:00']];
    const always = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day };
    const now = at('2026-11-23T12:00:00Z');
    expect(nextChange({ ...kyiv, week: never, holidays: [] }, now)).toEqual({ isOpen: false, changesAt: null });
    expect(nextChange({ ...kyiv, week: always, holidays: [] }, now)).toEqual({ isOpen: true, changesAt: null });
  });

  test('a night shift does not close at midnight', () => {
    const night = { ...kyiv.week, mon: [['22:00', '24:00']] as Interval[], tue: [['00:00', '06:00']] as Interval[] };
    const change = nextChange({ ...kyiv, week: night, holidays: [] }, at('2026-11-23T23:00:00+02:00'));
    expect(change).toEqual({ isOpen: true, changesAt: at('2026-11-24T06:00:00+02:00') });
  });
});

describe('when the clocks change', () => {
  const sunday = (from: string, to: string): BusinessHours => ({
    ...kyiv,
    holidays: [],
    week: { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [[from, to]] },
  });

  test('an hour that is left out is nobody’s', () => {
    // On 29 March 2026 the clocks go from three to four.
    const day = [at('2026-03-29T00:00:00+02:00'), at('2026-03-30T00:00:00+03:00')] as const;
    expect(businessMinutesBetween(sunday('02:00', '05:00'), ...day)).toBe(120);
    expect(businessMinutesBetween(sunday('03:15', '03:45'), ...day)).toBe(0);
    const change = nextChange(sunday('03:30', '05:00'), at('2026-03-29T01:00:00+02:00'));
    expect(change).toEqual({ isOpen: false, changesAt: at('2026-03-29T04:00:00+03:00') });
  });

  test('an hour that comes twice counts twice', () => {
    // On 25 October 2026 the clocks go from four back to three.
    const day = [at('2026-10-25T00:00:00+03:00'), at('2026-10-26T00:00:00+02:00')] as const;
    expect(businessMinutesBetween(sunday('03:00', '04:00'), ...day)).toBe(120);
    expect(businessMinutesBetween(sunday('03:30', '03:45'), ...day)).toBe(30);
  });
});

/** A few minutes around changes of clocks, by half an hour, over a skipped day, and without any. */
const moments = [
  ['Europe/Kyiv', '2026-03-29T01:00:00Z'],
  ['Europe/Kyiv', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['America/St_Johns', '2026-03-08T05:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['Africa/Casablanca', '2026-02-15T02:00:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
  ['Asia/Kathmandu', '2026-06-01T00:00:00Z'],
  ['UTC', '2026-01-01T00:00:00Z'],
] as const;
const minuteMs = 60_000;

const clock = fc.integer({ min: 0, max: 96 }).map((quarter) => quarter * 15);
const written = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const aDay = fc.uniqueArray(clock, { maxLength: 6 }).map((ends) => {
  const sorted = ends.toSorted((a, b) => a - b);
  const pairs: Interval[] = [];
  for (let i = 0; i + 1 < sorted.length; i += 2) pairs.push([written(sorted[i] ?? 0), written(sorted[i + 1] ?? 0)]);
  return pairs;
});
const aCalendar = fc.record({
  mon: aDay,
  tue: aDay,
  wed: aDay,
  thu: aDay,
  fri: aDay,
  sat: aDay,
  sun: aDay,
});

describe('for any week, around any change of clocks', () => {
  const around = fc.integer({ min: -2 * 24 * 60, max: 2 * 24 * 60 });

  test('minutes are counted as a clock on the wall would', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...moments),
        aCalendar,
        around,
        fc.nat({ max: 1500 }),
        (moment, week, start, length) => {
          const of: BusinessHours = { time_zone: moment[0], week, holidays: [] };
          const from = at(moment[1]) + start * minuteMs;
          let open = 0;
          for (let minute = 0; minute < length; minute++) if (isOpenAt(of, from + minute * minuteMs)) open++;
          expect(businessMinutesBetween(of, from, from + length * minuteMs)).toBe(open);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('the next change is the first minute that differs', () => {
    fc.assert(
      fc.property(fc.constantFrom(...moments), aCalendar, around, (moment, week, start) => {
        const of: BusinessHours = { time_zone: moment[0], week, holidays: [] };
        const now = at(moment[1]) + start * minuteMs;
        const { isOpen, changesAt } = nextChange(of, now);
        expect(isOpen).toBe(isOpenAt(of, now));
        const lookedMax = 2000;
        let first: number | undefined;
        for (let minute = 1; minute <= lookedMax && first === undefined; minute++)
          if (isOpenAt(of, now + minute * minuteMs) !== isOpen) first = now + minute * minuteMs;
        if (first !== undefined) expect(changesAt).toBe(first);
        else if (changesAt !== null) expect(changesAt).toBeGreaterThan(now + lookedMax * minuteMs);
      }),
      { numRuns: 100 },
    );
  });
});

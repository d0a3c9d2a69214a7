import { describe, expect, test } from 'vitest';
import { readWhen } from './read-when.ts';
import { againAt, presetsAt, workingTimesOf } from './snooze-presets.ts';
import { momentOf, wallAt } from './wall-clock.ts';

const kyiv = 'Europe/Kyiv';
const times = workingTimesOf({ morning: '09:00', evening: '18:00', days: [1, 2, 3, 4, 5, 6, 7] });
/** A Wednesday, 10:20:30 in Kyiv. */
const now = new Date('2026-11-25T08:20:30Z');
const clockOf = (at: Date, zone = kyiv) => new Date(wallAt(at, zone)).toISOString().slice(0, 16).replace('T', ' ');
const read = (text: string, at = now, zone = kyiv) => {
  const when = readWhen(text, at, zone, times);
  return when.kind === 'at' ? clockOf(when.at, zone) : when.kind;
};

describe('what people type', () => {
  test.each([
    // Amounts
    ['3 days', '2026-11-28 10:21'],
    ['3d', '2026-11-28 10:21'],
    ['in 2 hours', '2026-11-25 12:21'],
    ['2h 30m', '2026-11-25 12:51'],
    ['2h30m', '2026-11-25 12:51'],
    ['an hour', '2026-11-25 11:21'],
    ['half an hour', '2026-11-25 10:51'],
    ['in two weeks', '2026-12-09 10:21'],
    ['1 month', '2026-12-25 10:21'],
    ['in 3 days at 14:00', '2026-11-28 14:00'],
    ['через 3 дні', '2026-11-28 10:21'],
    ['через 2 години', '2026-11-25 12:21'],
    ['через годину', '2026-11-25 11:21'],
    ['через тиждень', '2026-12-02 10:21'],
    ['через тиждень о 9:30', '2026-12-02 09:30'],
    ['пів години', '2026-11-25 10:51'],
    ['15 хв', '2026-11-25 10:36'],
    ['1.5 hours', '2026-11-25 11:51'],
    ['1,5 години', '2026-11-25 11:51'],
    ['через півтори години', '2026-11-25 11:51'],
    ['п’ять днів', '2026-11-30 10:21'],
    ['in fifteen minutes', '2026-11-25 10:36'],
    ['через двадцять хвилин', '2026-11-25 10:41'],
    ['a couple of days', '2026-11-27 10:21'],
    ['couple of hours', '2026-11-25 12:21'],
    ['couple days', '2026-11-27 10:21'],
    // Days
    ['tomorrow', '2026-11-26 09:00'],
    ['tomorrow 9pm', '2026-11-26 21:00'],
    ['tomorrow at 9', '2026-11-26 09:00'],
    ['tomorrow 14', '2026-11-26 14:00'],
    ['Tomorrow afternoon', '2026-11-26 14:00'],
    ['this evening', '2026-11-25 18:00'],
    ['tonight', '2026-11-25 18:00'],
    ['the day after tomorrow at noon', '2026-11-27 12:00'],
    ['next week', '2026-12-02 09:00'],
    ['next month', '2026-12-25 09:00'],
    ['завтра', '2026-11-26 09:00'],
    ['завтра о 9', '2026-11-26 09:00'],
    ['завтра о 9 вечора', '2026-11-26 21:00'],
    ['завтра вранці', '2026-11-26 09:00'],
    ['післязавтра о 14:30', '2026-11-27 14:30'],
    ['сьогодні ввечері', '2026-11-25 18:00'],
    ['сьогодні о 18:45', '2026-11-25 18:45'],
    ['завтра після обіду', '2026-11-26 14:00'],
    ['наступного тижня', '2026-12-02 09:00'],
    ['eod', '2026-11-25 18:00'],
    ['end of day', '2026-11-25 18:00'],
    ['by the end of the day', '2026-11-25 18:00'],
    ['tomorrow eod', '2026-11-26 18:00'],
    ['кінець дня', '2026-11-25 18:00'],
    ['завтра до кінця дня', '2026-11-26 18:00'],
    ['tonight at 8', '2026-11-25 20:00'],
    ['завтра ввечері о 7', '2026-11-26 19:00'],
    ['tomorrow morning at 8', '2026-11-26 08:00'],
    ['tomorrow afternoon at 3', '2026-11-26 15:00'],
    ['завтра вранці о 8', '2026-11-26 08:00'],
    ['tomorrow at nine', '2026-11-26 09:00'],
    ['tonight at nine', '2026-11-25 21:00'],
    ["завтра о дев'ятій", '2026-11-26 09:00'],
    ["завтра о дев'ятій вечора", '2026-11-26 21:00'],
    ['завтра 12.30', '2026-11-26 12:30'],
    ['цього вечора', '2026-11-25 18:00'],
    ['на вихідних', '2026-11-28 09:00'],
    // Weekdays
    ['friday 14:00', '2026-11-27 14:00'],
    ['friday 9.30', '2026-11-27 09:30'],
    ['friday 9.10', '2026-11-27 09:10'],
    ['friday 4.12', '2026-12-04 09:00'],
    ['пт 4.12 о 15', '2026-12-04 15:00'],
    ['friday 4 december at 9.30', '2026-12-04 09:30'],
    ['понеділок 07.12', '2026-12-07 09:00'],
    ['tonight at 12', '2026-11-26 00:00'],
    ['tonight at 1', '2026-11-26 01:00'],
    ['сьогодні ввечері о 12', '2026-11-26 00:00'],
    ['tomorrow afternoon at 4', '2026-11-26 16:00'],
    ['tomorrow evening at 11 pm', '2026-11-26 23:00'],
    ['fri', '2026-11-27 09:00'],
    ['on Monday morning', '2026-11-30 09:00'],
    ['next friday', '2026-12-04 09:00'],
    ['wednesday', '2026-12-02 09:00'],
    ['wednesday 18:00', '2026-11-25 18:00'],
    ["у п'ятницю о 14:00", '2026-11-27 14:00'],
    ['у п’ятницю о 14:00', '2026-11-27 14:00'],
    ['пт 14', '2026-11-27 14:00'],
    ['в понеділок', '2026-11-30 09:00'],
    ['наступної середи', '2026-12-02 09:00'],
    ['до суботи', '2026-11-28 09:00'],
    ['next week friday', '2026-12-04 09:00'],
    ['next week on Friday at 14:00', '2026-12-04 14:00'],
    ['friday next week', '2026-12-04 09:00'],
    ['наступного тижня в п’ятницю', '2026-12-04 09:00'],
    ["п'ятниця наступного тижня о 14:00", '2026-12-04 14:00'],
    // Ends
    ['eow', '2026-11-27 18:00'],
    ['end of week', '2026-11-27 18:00'],
    ['by the end of the week', '2026-11-27 18:00'],
    ['end of this week at 9', '2026-11-27 09:00'],
    ['end of next week', '2026-12-04 18:00'],
    ['кінець тижня', '2026-11-27 18:00'],
    ['до кінця тижня', '2026-11-27 18:00'],
    ['наприкінці наступного тижня', '2026-12-04 18:00'],
    ['eom', '2026-11-30 18:00'],
    ['end of month', '2026-11-30 18:00'],
    ['end of next month', '2026-12-31 18:00'],
    ['в кінці місяця', '2026-11-30 18:00'],
    ['до кінця місяця о 12:00', '2026-11-30 12:00'],
    // Dates
    ['27 nov', '2026-11-27 09:00'],
    ['Nov 27 14:00', '2026-11-27 14:00'],
    ['december 3rd at 8:15', '2026-12-03 08:15'],
    ['27.11.2027', '2027-11-27 09:00'],
    ['1.12. 10:00', '2026-12-01 10:00'],
    ['2026-12-24 18:00', '2026-12-24 18:00'],
    ['27 листопада о 14:00', '2026-11-27 14:00'],
    ['3 січня', '2027-01-03 09:00'],
    ['24 nov', '2027-11-24 09:00'],
    // Times
    ['14:00', '2026-11-25 14:00'],
    ['9:00', '2026-11-26 09:00'],
    ['at 9', '2026-11-26 09:00'],
    ['о 9', '2026-11-26 09:00'],
    ['12 am', '2026-11-26 00:00'],
    ['о 14.30', '2026-11-25 14:30'],
  ])('%s', (text, wanted) => {
    expect(read(text)).toBe(wanted);
  });

  test.each([
    '',
    ' ',
    'soon',
    'колись',
    '9',
    '25:00',
    'at 24',
    '13 pm',
    '30 feb',
    '31.02.2027',
    '3',
    '3 lamps',
    'today',
    'friday friday',
    'tomorrow afternoon at 11',
    'tomorrow in 3 days',
    '14:00 15:00',
    'tonight at 8 at 9',
    'evening evening',
    'noon at 3',
    'tomorrow morning at 8 at 9',
    'at lamp',
    '1.5 days',
    `${'1 day '.repeat(20)}`,
  ])('%j means nothing', (text) => {
    expect(read(text)).toBe('unknown');
  });

  test('a week from a day off is the next day of work, as the preset of that name says', () => {
    const saturday = new Date('2026-11-28T08:00:00Z');
    const fiveDays = workingTimesOf({ morning: '09:00', evening: '18:00', days: [1, 2, 3, 4, 5] });
    const preset = presetsAt(saturday, kyiv, fiveDays).find(({ name }) => name === 'next_week');
    for (const words of ['next week', 'наступного тижня'])
      expect(readWhen(words, saturday, kyiv, fiveDays)).toEqual({ kind: 'at', at: preset?.at });
    expect(preset && clockOf(preset.at)).toBe('2026-12-07 09:00');
  });

  test('the end of a week that is over is that of the next; on its last day there is still an evening', () => {
    expect(read('eow', new Date('2026-11-27T08:00:00Z'))).toBe('2026-11-27 18:00');
    expect(read('eow', new Date('2026-11-27T17:00:00Z'))).toBe('2026-12-04 18:00');
    expect(read('кінець тижня', new Date('2026-11-28T08:00:00Z'))).toBe('2026-12-04 18:00');
    expect(read('end of month', new Date('2026-11-30T08:00:00Z'))).toBe('2026-11-30 18:00');
    const lastEvening = new Date('2026-11-30T17:00:00Z');
    for (const words of ['end of month', 'eom', 'by the end of the month', 'кінець місяця', 'до кінця місяця'])
      expect(read(words, lastEvening), words).toBe('2026-12-31 18:00');
    for (const words of ['end of this month', 'кінець цього місяця'])
      expect(read(words, lastEvening), words).toBe('past');
    expect(read('end of month 21:00', lastEvening)).toBe('2026-11-30 21:00');
    expect(read('end of month', new Date('2027-01-31T17:00:00Z'))).toBe('2027-02-28 18:00');
    expect(read('end of next month', new Date('2027-01-31T08:00:00Z'))).toBe('2027-02-28 18:00');
  });

  test.each([
    ['friday 8.01', '2027-01-08 09:00'],
    ['пт 08.01', '2027-01-08 09:00'],
    ['friday 1.01', '2027-01-01 09:00'],
    ['friday 8 jan', '2027-01-08 09:00'],
    ['friday jan 8', '2027-01-08 09:00'],
    ['friday 8 october', '2027-10-08 09:00'],
    ['friday 8.10', '2027-01-01 08:10'],
  ])('at the end of December %j is of the year that begins: %s', (text, at) => {
    expect(read(text, new Date('2026-12-29T08:20:30Z'))).toBe(at);
  });

  test.each(['today 9:00', 'сьогодні о 9', '24.11.2026', '2020-01-01'])('%j has passed', (text) => {
    expect(read(text)).toBe('past');
  });
});

describe('by the clock of the wall', () => {
  const beforeSummer = new Date('2026-03-28T12:00:00Z'); // 14:00; at night three becomes four
  test('days are days of the calendar, hours are hours, when the clocks change', () => {
    expect(read('tomorrow 14:00', beforeSummer)).toBe('2026-03-29 14:00');
    expect(read('1 day', beforeSummer)).toBe('2026-03-29 14:00');
    expect(read('24 hours', beforeSummer)).toBe('2026-03-29 15:00');
    expect(read('tomorrow 3:30', beforeSummer)).toBe('2026-03-29 04:30');
    // In October the hour after three comes twice.
    expect(read('tomorrow 3:30', new Date('2026-10-24T12:00:00Z'))).toBe('2026-10-25 03:30');
  });

  test('is that of the person, wherever the device is', () => {
    const friday = readWhen('friday 14:00', now, 'America/New_York', times);
    expect(friday).toEqual({ kind: 'at', at: new Date('2026-11-27T19:00:00Z') });
    expect(momentOf(Date.UTC(2026, 10, 27, 14), 'Asia/Kathmandu')).toEqual(new Date('2026-11-27T08:15:00Z'));
  });
});

describe('what is offered', () => {
  const offered = (at: string, by = times) =>
    presetsAt(new Date(at), kyiv, by).map((one) => `${one.name} ${clockOf(one.at).slice(5)}`);

  test('in the morning of a Wednesday', () => {
    expect(offered('2026-11-25T08:20:30Z')).toEqual([
      'later_today 11-25 13:21',
      'this_evening 11-25 18:00',
      'tomorrow 11-26 09:00',
      'monday 11-30 09:00',
      'next_week 12-02 09:00',
    ]);
  });
  test('in the afternoon the evening comes first', () => {
    expect(offered('2026-11-25T13:49:00Z').slice(0, 2)).toEqual([
      'this_evening 11-25 18:00',
      'later_today 11-25 18:49',
    ]);
  });
  test('leaves out what has passed, and what would be another day', () => {
    expect(offered('2026-11-25T19:20:00Z')).toEqual([
      'tomorrow 11-26 09:00',
      'monday 11-30 09:00',
      'next_week 12-02 09:00',
    ]);
  });
  test('on a Sunday Monday is tomorrow; on a Monday it is next week', () => {
    expect(offered('2026-11-29T08:00:00Z').slice(2)).toEqual(['tomorrow 11-30 09:00', 'next_week 12-06 09:00']);
    expect(offered('2026-11-30T08:00:00Z').slice(2)).toEqual(['tomorrow 12-01 09:00', 'next_week 12-07 09:00']);
  });
  test('tomorrow is at nine also after the night in which the clocks change', () => {
    expect(offered('2026-03-28T10:00:00Z')[2]).toBe('tomorrow 03-29 09:00');
  });
  test('follows the mornings, the evenings and the days off of whoever asks', () => {
    const weekdaysOnly = workingTimesOf({ morning: '08:30', evening: '17:15', days: [1, 2, 3, 4, 5] });
    expect(offered('2026-11-27T08:20:30Z', weekdaysOnly)).toEqual([
      'later_today 11-27 13:21',
      'this_evening 11-27 17:15',
      'monday 11-30 08:30',
      'next_week 12-04 08:30',
    ]);
    expect(offered('2026-11-28T19:00:00Z', weekdaysOnly)).toEqual(['monday 11-30 08:30', 'next_week 12-07 08:30']);
    const shopHours = workingTimesOf({ morning: '10:00', evening: '19:00', days: [2, 6] });
    expect(offered('2026-11-27T19:00:00Z', shopHours)).toEqual(['tomorrow 11-28 10:00', 'next_week 12-05 10:00']);
  });
  test('and so do words without a time, though a day off that is named is meant', () => {
    const early = workingTimesOf({ morning: '08:30', evening: '17:15', days: [1, 2, 3, 4, 5] });
    const readEarly = (text: string) => {
      const when = readWhen(text, now, kyiv, early);
      return when.kind === 'at' ? clockOf(when.at) : when.kind;
    };
    expect(['saturday', 'tomorrow', 'завтра ввечері', 'tonight', 'завтра вранці', 'at noon'].map(readEarly)).toEqual([
      ...['2026-11-28 08:30', '2026-11-26 08:30', '2026-11-26 17:15', '2026-11-25 17:15', '2026-11-26 08:30'],
      '2026-11-25 12:00',
    ]);
  });
  test('again is the last time, or the next time the clock shows the same', () => {
    const last = new Date('2026-11-27T12:00:00Z');
    expect(againAt(last, now, kyiv)).toBe(last);
    expect(clockOf(againAt(last, new Date('2026-11-28T08:00:00Z'), kyiv))).toBe('2026-11-28 14:00');
    expect(clockOf(againAt(last, new Date('2026-11-28T12:30:00Z'), kyiv))).toBe('2026-11-29 14:00');
  });
});

test('whoever writes the month first types dates as the desk shows them; a month that there is none of is the day', () => {
  const monday = new Date('2026-11-30T10:00:00Z');
  const read = (text: string, isMonthFirst: boolean) => readWhen(text, monday, kyiv, times, { isMonthFirst });
  const on = (day: string) => ({ kind: 'at', at: new Date(`${day}T07:00:00Z`) });
  expect(read('12/1', true)).toEqual(on('2026-12-01'));
  expect(read('12/24', true)).toEqual(on('2026-12-24'));
  expect(read('12/01/2026', true)).toEqual(on('2026-12-01'));
  expect(read('24/12', true)).toEqual(on('2026-12-24'));
  expect(read('1.12', true)).toEqual(on('2026-12-01'));
  expect(read('1/12', false)).toEqual(on('2026-12-01'));
});

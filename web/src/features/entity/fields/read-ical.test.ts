import { expect, test } from 'vitest';
import { holidaysMax } from '#contract/calendars.ts';
import { chooseNew, readIcal as readIcalOn } from './read-ical.ts';

const readIcal = (text: string) => readIcalOn(text, '2026-01-01');

const file = (...events: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((one) => ['BEGIN:VEVENT', one, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n');

test('whole days become holidays, and the end is the day before DTEND', () => {
  const text = file(
    'DTSTART;VALUE=DATE:20261225\r\nDTEND;VALUE=DATE:20261227\r\nSUMMARY:Christmas\\, both days\r\nRRULE:FREQ=YEARLY',
    'DTSTART:20260824\r\nSUMMARY:День Незале\r\n жності',
  );
  expect(readIcal(text)).toEqual({
    holidays: [
      { name: 'День Незалежності', from: '2026-08-24', to: '2026-08-24', is_yearly: 0 },
      { name: 'Christmas, both days', from: '2026-12-25', to: '2026-12-26', is_yearly: 1 },
    ],
    skipped: 0,
    over: 0,
  });
});

test('what is no whole day, comes back in other ways, or was cancelled is counted and left out', () => {
  const text = file(
    'DTSTART:20261225T090000Z\r\nSUMMARY:A meeting',
    'DTSTART;VALUE=DATE:20260101\r\nRRULE:FREQ=MONTHLY\r\nSUMMARY:Rent',
    'DTSTART;VALUE=DATE:20260101\r\nRRULE:FREQ=YEARLY;BYDAY=1MO\r\nSUMMARY:Moves',
    'DTSTART;VALUE=DATE:20260101\r\nSTATUS:CANCELLED\r\nSUMMARY:Not',
    'DTSTART;VALUE=DATE:20260101\r\nDTEND;VALUE=DATE:20290101\r\nSUMMARY:Years',
    'SUMMARY:Nothing',
  );
  expect(readIcal(text)).toEqual({ holidays: [], skipped: 6, over: 0 });
});

test('a DURATION in the place of the end counts days and weeks, and nothing else', () => {
  const lasts = (duration: string) => file(`DTSTART;VALUE=DATE:20261224\r\nDURATION:${duration}\r\nSUMMARY:Off`);
  const lastOf = (duration: string) => readIcal(lasts(duration))?.holidays[0]?.to;
  for (const [duration, last] of [
    ['P3D', '2026-12-26'],
    ['+P1W', '2026-12-30'],
    ['P2DT0H0M0S', '2026-12-25'],
    ['P0D', '2026-12-24'],
  ] as const)
    expect([duration, lastOf(duration)]).toEqual([duration, last]);
  for (const duration of ['PT5H', '-P1D', 'P1DT5H', 'long', 'P900W'])
    expect([duration, readIcal(lasts(duration))]).toEqual([duration, { holidays: [], skipped: 1, over: 0 }]);
});

test('what was before today comes only where it comes every year, and else is counted', () => {
  const text = file(
    'DTSTART;VALUE=DATE:20251224\r\nDTEND;VALUE=DATE:20260101\r\nSUMMARY:Over',
    'DTSTART;VALUE=DATE:20251224\r\nDTEND;VALUE=DATE:20260101\r\nSUMMARY:Over',
    'DTSTART;VALUE=DATE:20240824\r\nRRULE:FREQ=YEARLY\r\nSUMMARY:Every year',
    'DTSTART;VALUE=DATE:20251231\r\nDURATION:P2D\r\nSUMMARY:Still on',
  );
  const read = readIcal(text);
  expect(read?.holidays.map((one) => one.name)).toEqual(['Every year', 'Still on']);
  expect([read?.skipped, read?.over]).toEqual([0, 1]);
});

test('what there is no room for is counted', () => {
  const day = (n: number) => new Date(Date.UTC(2027, 0, n)).toISOString().slice(0, 10);
  const days = Array.from({ length: holidaysMax + 3 }, (_, n) => day(n + 1));
  const read = readIcal(file(...days.map((one) => `DTSTART;VALUE=DATE:${one.replaceAll('-', '')}\r\nSUMMARY:Off`)));
  expect(read?.holidays).toHaveLength(days.length);
  const there = read?.holidays.slice(0, 2) ?? [];
  const { added, left } = chooseNew(there, read?.holidays ?? []);
  expect([added.length, added[0]?.from, left]).toEqual([holidaysMax - 2, days[2], 3]);
});

test('the same file read once more adds nothing, as the days come back from the server, nor does that of the next year', () => {
  const yearly = (year: number) =>
    file(
      `DTSTART;VALUE=DATE:${year}0824\r\nRRULE:FREQ=YEARLY\r\nSUMMARY:Independence`,
      `DTSTART;VALUE=DATE:${year}1231\r\nDTEND;VALUE=DATE:${year + 1}0102\r\nRRULE:FREQ=YEARLY\r\nSUMMARY:New Year`,
    );
  const once = 'DTSTART;VALUE=DATE:20270503\r\nSUMMARY:Easter';
  const read = [yearly(2026), file(once)].flatMap((text) => readIcal(text)?.holidays ?? []);
  expect(read).toHaveLength(3);
  // Its keys in another order, and with hours that somebody gave the day since.
  const kept = read.map(({ name, from, to, is_yearly }) => ({ to, from, name, is_yearly }));
  const there = kept.map((one) => ({ ...one, ...(one.name === 'Easter' && { hours: [['10:00', '14:00'] as const] }) }));
  expect(chooseNew(there, read)).toEqual({ added: [], left: 0 });
  expect(chooseNew(there, readIcal(yearly(2027))?.holidays ?? [])).toEqual({ added: [], left: 0 });
  const nextEaster = readIcal(file(once.replace('0503', '0425')))?.holidays ?? [];
  expect(chooseNew(there, nextEaster).added).toHaveLength(1);
});

test('properties of an alarm are not the event’s, and the same twice is once', () => {
  const event =
    'DTSTART;VALUE=DATE:20260101\r\nSUMMARY:New Year\r\nBEGIN:VALARM\r\nSUMMARY:Ring\r\nDTSTART:20270101\r\nEND:VALARM';
  expect(readIcal(file(event, event))?.holidays).toEqual([
    { name: 'New Year', from: '2026-01-01', to: '2026-01-01', is_yearly: 0 },
  ]);
});

test('what is no calendar is none, and hostile ones end quickly', () => {
  expect(readIcal('<html>')).toBeUndefined();
  expect(readIcal('')).toBeUndefined();
  const since = performance.now();
  readIcal(`BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;${'"a"'.repeat(100_000)}`);
  readIcal(`BEGIN:VCALENDAR\n${'BEGIN:VEVENT\n'.repeat(50_000)}`);
  readIcal(`BEGIN:VCALENDAR\n${'X;'.repeat(200_000)}`);
  expect(performance.now() - since).toBeLessThan(5_000);
});

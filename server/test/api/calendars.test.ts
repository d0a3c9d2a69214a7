import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, rowId } from './people.ts';
import { byId, rows } from './rows-of.ts';

let at: TestParley;
let api: ApiClient;
let companyId: number;
beforeAll(async () => {
  at = await aParley();
  ({ api } = await aPerson(at));
  ({ companyId } = await aCompany(api));
});
afterAll(() => at?.close());

const none = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
const create = (more: object) =>
  api.post('calendars/create', {
    data: [{ company_id: companyId, name: 'Office', time_zone: 'Europe/Kyiv', ...more }],
  });

test('a new calendar is open on weekdays from nine to six, and keeps what it is told', async () => {
  const id = rowId(await create({}), 'calendars');
  const read = async () => rows(await api.post('calendars/get', byId(id)), 'calendars')[0];
  expect(await read()).toMatchObject({ week: { mon: [['09:00', '18:00']], sun: [] }, holidays: [] });
  const week = {
    ...none,
    sat: [
      ['10:00', '13:00'],
      ['14:00', '24:00'],
    ],
  };
  const holidays = [
    { name: 'Різдво', from: '2026-12-25', to: '2026-12-26', is_yearly: 1 },
    { name: 'Sale', from: '2026-11-29', to: '2026-11-29', is_yearly: 0, hours: [['10:00', '14:00']] },
  ];
  expect((await api.post('calendars/update', { data: { week, holidays }, ...byId(id) })).status).toBe(200);
  expect(await read()).toMatchObject({ week, holidays, time_zone: 'Europe/Kyiv' });
});

test.each([
  [{ time_zone: 'Mars/Olympus' }, 'data[0].time_zone', 'invalid_value'],
  [{ time_zone: '+02:00' }, 'data[0].time_zone', 'invalid_value'],
  [{ week: { ...none, mon: [['18:00', '09:00']] } }, 'data[0].week.mon', 'hours_overlap'],
  [
    {
      week: {
        ...none,
        tue: [
          ['09:00', '12:00'],
          ['11:00', '13:00'],
        ],
      },
    },
    'data[0].week.tue',
    'hours_overlap',
  ],
  [{ week: { ...none, wed: [['24:00', '24:00']] } }, 'data[0].week.wed[0][0]', 'invalid_value'],
  [{ week: { ...none, thu: [['9:00', '12:00']] } }, 'data[0].week.thu[0][0]', 'invalid_value'],
  [{ week: { ...none, fri: Array(7).fill(['09:00', '10:00']) } }, 'data[0].week.fri', 'limit_reached'],
  [{ week: { mon: [] } }, 'data[0].week.tue', 'required'],
  [{ week: { ...none, extra: [] } }, 'data[0].week.extra', 'unknown_field'],
  [
    { holidays: [{ name: 'X', from: '2026-02-30', to: '2026-03-01', is_yearly: 0 }] },
    'data[0].holidays[0].from',
    'invalid_value',
  ],
  [
    { holidays: [{ name: 'X', from: '2026-03-02', to: '2026-03-01', is_yearly: 0 }] },
    'data[0].holidays[0].to',
    'holiday_backwards',
  ],
  [
    { holidays: [{ name: 'X', from: '2026-01-01', to: '2027-06-01', is_yearly: 0 }] },
    'data[0].holidays[0].to',
    'holiday_backwards',
  ],
  [
    { holidays: [{ name: '', from: '2026-03-01', to: '2026-03-01', is_yearly: 0 }] },
    'data[0].holidays[0].name',
    'required',
  ],
  [
    { holidays: [{ name: 'X', from: '2026-03-01', to: '2026-03-01', is_yearly: 0, hours: [] }] },
    'data[0].holidays[0].hours',
    'required',
  ],
  [
    { holidays: [{ name: 'X', from: '2026-03-01', to: '2026-03-01', is_yearly: 0, hours: [['12:00', '09:00']] }] },
    'data[0].holidays[0].hours',
    'hours_overlap',
  ],
])('%j is refused at %s', async (more, field, key) => {
  const answer = await create(more);
  expect(answer.status, answer.text).toBe(422);
  expect(answer.body.errors[0]).toMatchObject({ field, key });
});

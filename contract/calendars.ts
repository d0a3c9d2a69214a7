import { z } from 'zod';
import { minutesOf } from './business-hours.ts';
import { entity, flag, id, json, nameLine, text, time, timeValue } from './entity.ts';
import { isTimeZone } from './time-zones.ts';

export const intervalsPerDayMax = 6;
export const holidaysMax = 400;
export const holidayDaysMax = 366;
export const holidayNameMax = 60;
const dayMs = 24 * 3_600_000;

export const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
const endTime = z.union([clockTime, z.literal('24:00')]);

/** One after the other: each begins after the one before has ended, and ends after it began. */
const day = z
  .array(z.tuple([clockTime, endTime]))
  .max(intervalsPerDayMax)
  .refine((all) => all.every(([from, to], i) => minutesOf(from) < minutesOf(to) && from >= (all[i - 1]?.[1] ?? '')), {
    params: { key: 'hours_overlap' },
  });
export const weekValue = z.strictObject({ mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day });
/** Of a special day, which would else be a holiday. */
export const specialHours = day.min(1);

const date = z.string().refine((value) => timeValue.safeParse(`${value} 00:00:00`).success, {
  params: { key: 'invalid_value' },
});
const flagValue = z.union([z.literal(0), z.literal(1)]);
export const holidayValue = z
  .strictObject({
    name: nameLine(holidayNameMax, 1),
    from: date,
    to: date,
    is_yearly: flagValue,
    /** Instead of those of the week; not given: closed. */
    hours: specialHours.optional(),
  })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < holidayDaysMax * dayMs, {
    path: ['to'],
    params: { key: 'holiday_backwards' },
  });
export const timeZoneValue = z
  .string()
  .min(1)
  .max(64, { abort: true })
  .refine(isTimeZone, { params: { key: 'invalid_value' } });

/** The business hours of a company, used by its teams: what counts and shows them is `business-hours.ts`. */
export const calendars = entity('calendars', {
  fields: {
    id: id(),
    company_id: id({ write: 'create', required: true, refersTo: 'companies' }),
    name: text({ min: 2, max: 40, write: 'always', required: true }),
    /** An IANA name. */
    time_zone: json(timeZoneValue, { write: 'always', required: true }),
    /** Not given: Monday to Friday from nine to six. */
    week: json(weekValue, { write: 'always' }),
    holidays: json(z.array(holidayValue).max(holidaysMax), { write: 'always' }),
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
  searched: ['name'],
  dependents: ['teams', 'products', 'quidgets'],
});

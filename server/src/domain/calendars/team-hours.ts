import { type BusinessHours, isOpenAt } from '#contract/business-hours.ts';
import { sql } from '#platform/sql.ts';
import { absentMinutes } from '../presence/index.ts';

/** The business hours of a team; all null where it has none, and is never closed. */
export type Hours = { [K in keyof BusinessHours]: BusinessHours[K] | null };
/** Of team `t`, joined by `ofCalendar`. */
export const hours = sql.unsafe('c.time_zone, c.week, c.holidays');
export const ofCalendar = sql.unsafe(
  'left join calendars c on c.company_id = t.company_id and c.id = t.calendar_id and c.is_deleted = 0',
);
export const isOpen = ({ time_zone, week, holidays }: Hours, at: number): boolean =>
  time_zone === null || week === null || isOpenAt({ time_zone, week, holidays: holidays ?? [] }, at);

/** While a team is closed nobody is away from it: the minutes count from its opening. */
export const missesAbsent = (of: Hours, now: number): boolean =>
  isOpen(of, now) && isOpen(of, now - absentMinutes * 60_000);

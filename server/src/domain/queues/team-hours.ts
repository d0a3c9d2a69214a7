import { type BusinessHours, isOpenAt } from '#contract/business-hours.ts';
import { sql } from '#platform/sql.ts';

/** The business hours of a team; all null where it has none, and is never closed. */
export type Hours = { [K in keyof BusinessHours]: BusinessHours[K] | null };
/** Of team `t`, joined by `ofCalendar`. */
export const hours = sql.unsafe('c.time_zone, c.week, c.holidays');
export const ofCalendar = sql.unsafe(
  'left join calendars c on c.company_id = t.company_id and c.id = t.calendar_id and c.is_deleted = 0',
);
export const isOpen = ({ time_zone, week, holidays }: Hours, at: number): boolean =>
  time_zone === null || week === null || isOpenAt({ time_zone, week, holidays: holidays ?? [] }, at);

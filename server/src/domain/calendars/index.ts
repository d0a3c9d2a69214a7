export { calendarsTable } from './calendars-table.ts';
export { type Hours, hours, isOpen, missesAbsent, ofCalendar } from './team-hours.ts';

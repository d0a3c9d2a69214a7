export { calendarsTable } from './calendars-table.ts';

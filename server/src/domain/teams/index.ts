export { teamsTable } from './teams-table.ts';

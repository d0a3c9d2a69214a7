import './follow-calendar.ts';

export { describeMembers } from './describe-members.ts';
export { teamsTable } from './teams-table.ts';

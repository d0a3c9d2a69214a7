export { accountHistoryOf, noteHealth } from './account-health.ts';

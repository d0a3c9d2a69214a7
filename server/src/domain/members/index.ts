export { leaveCompany } from './leave-company.ts';

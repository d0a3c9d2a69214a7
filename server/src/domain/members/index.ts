export { leaveCompany } from './leave-company.ts';
export { returnToCompany } from './return-to-company.ts';

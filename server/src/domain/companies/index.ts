export { companiesTable } from './companies-table.ts';
export { foundCompanies } from './found-company.ts';

import './what-stops.ts';

export { asCasePrefix, type CaseNumber, caseNumbersIn } from './case-prefix.ts';
export { companiesTable } from './companies-table.ts';
export { changeLogo, largestLogo, logoPart, readLogo, uploadLogo } from './company-logo.ts';
export { foundCompanies } from './found-company.ts';

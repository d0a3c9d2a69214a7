export { addPhones, editPhone, listPhones } from './operate-phones.ts';
export { phoneHistory } from './phone-history.ts';
export { acdProvidersTable, phonesTable } from './phones-table.ts';
export { readNumber } from './read-number.ts';

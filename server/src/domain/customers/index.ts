export { customersTable } from './customers-table.ts';
export { type Customer, findOrMakeCustomer, splitName } from './find-or-make-customer.ts';

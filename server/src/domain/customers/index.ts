export { customersTable } from './customers-table.ts';
export { type Customer, findCustomer, findOrMakeCustomer, splitName } from './find-or-make-customer.ts';

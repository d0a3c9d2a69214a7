export { customersTable } from './customers-table.ts';
export { findCustomer, findOrMakeCustomer } from './find-or-make-customer.ts';

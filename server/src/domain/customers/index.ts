export { blockCustomers } from './block-customers.ts';
export { customersTable } from './customers-table.ts';
export {
  type Customer,
  findCustomers,
  findOrMakeCustomer,
  makeCustomers,
  type Sender,
} from './find-or-make-customer.ts';

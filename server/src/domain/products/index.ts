export { productsTable } from './products-table.ts';

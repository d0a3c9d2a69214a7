export { categoriesTable } from './categories-table.ts';

import './follow-references.ts';

export { orderSavedSearches } from './order-saved-searches.ts';
export { savedSearchesTable } from './saved-searches-table.ts';

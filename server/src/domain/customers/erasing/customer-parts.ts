/**
 * Every table that names a customer, and what becomes of its rows when one is forgotten. A test asks the database for
 * tables that are missing here: whoever adds one decides.
 */
export const partsOfCustomer: Readonly<Record<string, 'deleted' | 'emptied' | 'receipt' | 'number'>> = {
  customer_erasures: 'receipt',
  customer_identities: 'deleted',
  customer_merges: 'deleted',
  customer_notes: 'deleted',
  customer_tags: 'deleted',
  customers: 'emptied',
  customers_apart: 'deleted',
  new_letters: 'deleted',
  search_customers: 'deleted',
  search_due: 'number',
  tickets: 'emptied',
  visitors: 'deleted',
};

export { blockCustomers } from './block-customers.ts';
export { findVisibleCustomer } from './customer-access.ts';
export { changeNote, noteOnCustomer } from './customer-notes.ts';
export { zoneOfNumber } from './customer-zone.ts';
export { customersTable } from './customers-table.ts';
export { askForErasure } from './erasing/ask-for-erasure.ts';
export { partsOfCustomer } from './erasing/customer-parts.ts';
export { cardsOf, lockWholeCustomer } from './erasing/erasable.ts';
export { claimErasure, type ErasureRow, type Known, plus, type Stage, stages } from './erasing/erasure-rows.ts';
export { previewErasure } from './erasing/preview-erasure.ts';
export { readReceipt, sealOf } from './erasing/read-receipt.ts';
export { findDuplicates, keepApart } from './find-duplicates.ts';
export {
  type Customer,
  findCustomers,
  findOrMakeCustomer,
  findOrMakeCustomers,
  makeCustomers,
  type Sender,
  splitName,
} from './find-or-make-customer.ts';
export { holdCustomers } from './hold-in-order.ts';
export {
  addIdentity,
  identityOfSiteUser,
  identityOfVisitor,
  makePrimary,
  noteComposed,
  noteSeen,
  removeIdentity,
} from './identities.ts';
export { mergeCustomers } from './merge-customers.ts';
export { readCard } from './read-card.ts';
export { searchCustomers } from './search-customers.ts';
export { tagCustomer } from './tag-customer.ts';
export { unmergeCustomers } from './unmerge-customers.ts';

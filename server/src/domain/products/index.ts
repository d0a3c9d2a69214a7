import './follow-references.ts';

export { type AutoReply, claimAutoReplies, findAutoReply, isTimeFor } from './auto-reply-queries.ts';
export { productsTable } from './products-table.ts';

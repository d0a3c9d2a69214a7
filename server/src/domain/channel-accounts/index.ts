export { accountHistoryOf, noteHealth } from './account-health.ts';
export { followProduct } from './follow-product.ts';

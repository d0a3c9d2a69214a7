export { listPromoCodes } from './list-promo-codes.ts';
export { makePromoCodes } from './make-promo-codes.ts';
export { revokePromoCodes } from './revoke-promo-codes.ts';

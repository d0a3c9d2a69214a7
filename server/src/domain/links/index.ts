import './follow-product.ts';

export { linkAddress } from './link-address.ts';
export { linksTable } from './links-table.ts';

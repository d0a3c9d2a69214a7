import { formatNumber } from '../i18n/time.ts';

export type Total = { readonly count: number; readonly isCapped: boolean };

/** `353`, and `10,000+` where nobody counts further. */
export const countText = ({ count, isCapped }: Total): string => `${formatNumber(count)}${isCapped ? '+' : ''}`;

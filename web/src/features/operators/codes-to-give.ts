import type { PromoBatch, PromoCode } from '#contract/promo-codes.ts';
import { readTime } from '../../i18n/time.ts';

export const isOver = (of: Pick<PromoBatch, 'expire'>, now = Date.now()): boolean =>
  readTime(of.expire).getTime() <= now;

/** The codes of a making that somebody can still use. */
export const codesToGive = (of: PromoBatch, now = Date.now()): PromoCode[] =>
  isOver(of, now) ? [] : of.promocodes.filter((one) => one.check && one.count > 0);

import { type NotificationKind, type PersonSettings, toldWhereMuted } from '#contract/settings.ts';

/** Whether somebody wants to hear nothing of it for the sake of its product. */
export const isMuted = (
  { muted_products }: Pick<PersonSettings, 'muted_products'>,
  { product_id, kind }: { product_id: number; kind: NotificationKind },
): boolean => muted_products.includes(product_id) && !toldWhereMuted.includes(kind);

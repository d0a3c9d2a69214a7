import { calendars } from '#contract/calendars.ts';
import { products } from '#contract/products.ts';
import { named } from '../../ui/offered/reference.ts';

/** What a quidget may belong to. */
export const toProduct = named(products, 'color');
export const toCalendar = named(calendars);

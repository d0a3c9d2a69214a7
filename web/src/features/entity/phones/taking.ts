import i18next from 'i18next';
import { z } from 'zod';
import { idValue, safeLine } from '#contract/entity.ts';
import { phoneNameMax, phoneNameMin, productCallPhones } from '#contract/product-call-phones.ts';
import { isApiError } from '../../../api/problem.ts';
import { updateRows } from '../../../api/rows.ts';
import { fieldErrors } from '../../../ui/form-problems.ts';
import type { Taking } from '../declaration.ts';

const rules = z.object({
  /** Of the form alone: it says whose products are offered. */
  company_id: idValue.optional(),
  id: idValue,
  product_id: idValue,
  name: safeLine(phoneNameMax, phoneNameMin),
});

/** A number is taken from the pool by giving it a product and a name. */
export const taking: Taking = {
  rules,
  take: async (data) => {
    const { id, product_id, name } = rules.parse(data);
    // Whoever was quicker keeps it, a colleague as well.
    const free = [
      ['id', '=', id],
      ['product_id', '=', 0],
    ] as const;
    await updateRows(productCallPhones, { product_id, name }, [...free]);
    return id;
  },
  // What is not found under its id is no longer in the pool.
  problems: (error) =>
    isApiError(error, 'not_found') && error.errors[0].field === 'filter'
      ? { id: i18next.t('phones.gone') }
      : fieldErrors(error),
  isFree: (row) => 'product_id' in row && row.product_id === 0,
};

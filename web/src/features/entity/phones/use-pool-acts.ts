import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Row } from '#contract/entity.ts';
import { productCallPhones } from '#contract/product-call-phones.ts';
import { updateRows } from '../../../api/rows.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { toast, toastError, toastUndo } from '../../../ui/toast.tsx';
import type { Act, ListedRow } from '../declaration.ts';
import { noteOwnWork } from '../use-steady-rows.ts';
import { askProduct } from './ask-product.tsx';

type Phone = Row<typeof productCallPhones>;
// The list of numbers hands on its own rows.
const phonesOf = (rows: readonly ListedRow[]) => rows as readonly Phone[];
const idsOf = (phones: readonly Phone[]) => phones.map((one) => one.id);

/** Numbers go back to the pool, and from there to a product. */
export function usePoolActs(): { disable: Act; restore: Act } {
  const { t } = useTranslation();
  const client = useQueryClient();
  const give = useReturning();
  const take = async (phones: readonly Phone[]) => {
    const product = await askProduct(phones);
    if (!product) return;
    try {
      noteOwnWork('phones', idsOf(phones));
      await updateRows(productCallPhones, { product_id: product.id }, [['id', 'in', idsOf(phones)]]);
      toast({ status: 'success', title: t('phones.taken', { count: phones.length, name: product.name }) });
    } catch (error) {
      toastError(t('phones.not_taken', { count: phones.length }), error);
    }
    await client.invalidateQueries({ queryKey: [productCallPhones.name] });
  };
  return { disable: (rows) => void give(phonesOf(rows)), restore: (rows) => void take(phonesOf(rows)) };
}

/** Asks, and returns numbers to the pool. `andThen`: once they are there, before anything is fetched anew. */
export function useReturning(andThen?: () => Promise<void>): (phones: readonly Phone[]) => Promise<void> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [productCallPhones.name] });
  /** Each to the product it had, under the name it had. Whoever was quicker keeps it. */
  const takeAgain = async (phones: readonly Phone[]) => {
    try {
      for (const { id, product_id, name, phone_number } of phones)
        await updateRows(productCallPhones, { product_id, ...(name === phone_number ? {} : { name }) }, [
          ['id', '=', id],
        ]);
      toast({ status: 'success', title: t('saved.restored') });
    } catch (error) {
      toastError(t('phones.not_taken', { count: phones.length }), error);
    }
    await refresh();
  };
  return async (phones) => {
    const count = phones.length;
    const name = phones[0]?.readable_number ?? '';
    const title = count === 1 ? t('phones.return_number', { name }) : t('phones.return_several', { count });
    if (!(await confirm({ title, text: t('phones.return_text'), action: t('entities.phones.disable'), danger: true })))
      return;
    try {
      noteOwnWork('phones', idsOf(phones));
      await updateRows(productCallPhones, { product_id: 0 }, [['id', 'in', idsOf(phones)]]);
      await andThen?.();
      toastUndo(t('phones.returned', { count }), () => void takeAgain(phones));
    } catch (error) {
      toastError(t('phones.not_returned', { count }), error);
    }
    await refresh();
  };
}

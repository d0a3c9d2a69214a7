import { useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Row } from '#contract/entity.ts';
import { productCallPhones } from '#contract/product-call-phones.ts';
import { markedBefore, updateByIds } from '../../../api/rows.ts';
import { errorText } from '../../../i18n/problem-text.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { toast, toastError, wayBack } from '../../../ui/toast.tsx';
import type { Act, ListedRow } from '../declaration.ts';
import { noteOwnWork } from '../use-steady-rows.ts';
import { askProduct } from './ask-product.tsx';

type Phone = Row<typeof productCallPhones>;
// The list of numbers hands on its own rows.
const phonesOf = (rows: readonly ListedRow[]) => rows as readonly Phone[];
const idsOf = (phones: readonly Phone[]) => phones.map((one) => one.id);

/** What nobody has, and what somebody has. */
const free = [['product_id', '=', 0]] as const;
const used = [['product_id', '>', 0]] as const;

/** Numbers go back to the pool, and from there to a product. */
export function usePoolActs(): { disable: Act; restore: Act } {
  const { t } = useTranslation();
  const client = useQueryClient();
  const give = useReturning();
  const take = async (phones: readonly Phone[]) => {
    const product = await askProduct(phones);
    if (!product) return false;
    noteOwnWork('phones', idsOf(phones));
    const came = await attempt(() => updateByIds(productCallPhones, { product_id: product.id }, idsOf(phones), free));
    const title = t('phones.taken', { count: came.done.length, name: product.name });
    tellTaken(phones, came, { title, titleInPart: title });
    await client.invalidateQueries({ queryKey: [productCallPhones.name] });
    return !came.error;
  };
  return { disable: (rows) => give(phonesOf(rows)), restore: (rows) => take(phonesOf(rows)) };
}

/** Asks, and returns numbers to the pool. `andThen`: once they are there, before anything is fetched anew. */
export function useReturning(andThen?: () => Promise<void>): (phones: readonly Phone[]) => Promise<boolean> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [productCallPhones.name] });
  /** Each to the product it had, under the name it had. */
  const takeAgain = async (phones: readonly Phone[]) => {
    const done: number[] = [];
    const { error } = await attempt(async () => {
      for (const { id, product_id, name, phone_number } of phones) {
        const data = { product_id, ...(name === phone_number ? {} : { name }) };
        done.push(...(await updateByIds(productCallPhones, data, [id], free)));
      }
      return done;
    });
    tellTaken(
      phones,
      { done, error },
      { title: t('saved.restored'), titleInPart: t('saved.restored_in_part', { count: done.length }) },
    );
    await refresh();
  };
  return async (phones) => {
    const count = phones.length;
    const name = phones[0]?.readable_number ?? '';
    const title = count === 1 ? t('phones.return_number', { name }) : t('phones.return_several', { count });
    if (!(await confirm({ title, text: t('phones.return_text'), action: t('entities.phones.disable'), danger: true })))
      return false;
    noteOwnWork('phones', idsOf(phones));
    // What a colleague returned first is back as well, and not this person's to take again.
    const { done, error } = await attempt(() => updateByIds(productCallPhones, { product_id: 0 }, idsOf(phones), used));
    if (!error) await andThen?.();
    const returned = phones.filter(({ id }) => done.includes(id));
    const action = returned.length > 0 ? { action: wayBack(() => void takeAgain(returned)) } : {};
    if (returned.length === 0 && error) toastError(t('phones.not_returned', { count }), error);
    else
      toast({
        status: error ? 'warning' : 'success',
        title: t('phones.returned', { count: error ? returned.length : count }),
        ...(error ? { text: errorText(error) } : {}),
        ...action,
      });
    await refresh();
    return !error;
  };
}

type Came = { done: readonly number[]; error: unknown };

/** Whoever was quicker keeps their numbers, a colleague as well: those are left. */
function tellTaken(phones: readonly Phone[], { done, error }: Came, words: { title: string; titleInPart: string }) {
  const left = phones.filter(({ id }) => !done.includes(id));
  const failed = i18next.t('phones.not_taken', { count: left.length });
  if (left.length === 0) toast({ status: 'success', title: words.title });
  else if (error && done.length === 0) toastError(failed, error);
  else
    toast({
      status: 'warning',
      title: done.length > 0 ? words.titleInPart : failed,
      text: error ? errorText(error) : i18next.t('phones.others_gone', { count: left.length }),
      details: left.map((one) => one.readable_number).join(', '),
    });
}

async function attempt(change: () => Promise<readonly number[]>): Promise<Came> {
  try {
    return { done: await change(), error: undefined };
  } catch (error) {
    return { done: markedBefore(error), error };
  }
}

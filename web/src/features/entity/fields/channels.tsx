import { useTranslation } from 'react-i18next';
import { dependentWord } from '../dependent-word.ts';

/** `shop@lumenoak.example, 2 phones`. */
export function Channels({ of }: { of: { names: readonly string[]; phones: number } }) {
  const { t } = useTranslation();
  const phones = of.phones > 0 ? [dependentWord('product-call-phones', of.phones)] : [];
  const all = [...of.names, ...phones];
  return all.length > 0 ? all.join(', ') : t('entities.products.no_channel');
}

import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keepCustomersApart } from '#contract/customers.ts';
import { call } from '../../api/call.ts';
import { readableAddress } from '../../ui/readable-address.ts';
import { toastError, toastUndo } from '../../ui/toast.tsx';
import c from './customer.module.css';
import { duplicatesQuery, nameOf } from './customer-queries.ts';

/** Who may be the same person, and why. Said once that they are not, nobody asks again. */
export function Duplicates(props: { id: number; onMerge: ((otherId: number) => void) | null; mayChange: boolean }) {
  const { id, onMerge, mayChange } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data } = useQuery(duplicatesQuery(id));
  if (!data || data.duplicates.length === 0) return null;
  const apart = async (twinId: number, isApart: 0 | 1 = 1) => {
    try {
      await call(keepCustomersApart, { id, twin_id: twinId, is_apart: isApart });
      if (isApart) toastUndo(t('customer_page.twins.kept_apart'), () => void apart(twinId, 0));
    } catch (error) {
      toastError(t('customer_page.failed'), error);
    }
    await client.invalidateQueries({ queryKey: ['customers'] });
  };
  return (
    <section className={c.twins} aria-label={t('customer_page.twins.title')}>
      <ul>
        {data.duplicates.map((one) => (
          <li key={one.id}>
            <span>
              <b>{nameOf(one) || t('tickets.no_name')}</b>
              <small>
                {[readableAddress(one.email ?? ''), t(`customer_page.twins.${one.why}`)].filter(Boolean).join(' · ')}
              </small>
            </span>
            {onMerge && (
              <Button size="xs" variant="default" onClick={() => onMerge(one.id)}>
                {t('customer_page.merge.look')}
                <span className="sr"> {nameOf(one)}</span>
              </Button>
            )}
            {mayChange && (
              <Button size="xs" variant="subtle" color="gray" onClick={() => void apart(one.id)}>
                {t('customer_page.twins.apart')}
                <span className="sr"> {nameOf(one)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

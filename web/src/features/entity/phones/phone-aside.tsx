import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { Row } from '#contract/entity.ts';
import { phoneHistory, type productCallPhones } from '#contract/product-call-phones.ts';
import { callQuery } from '../../../api/call.ts';
import { DayTime } from '../../../ui/day-time.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import a from '../aside.module.css';
import { countryName } from './country-name.ts';
import c from './phones.module.css';

type Change = z.output<typeof phoneHistory.answer>['changes'][number];

/** What is known of a number, and who moved it from where to where. */
export function PhoneAside({ of }: { of: Row<typeof productCallPhones> }) {
  const { t } = useTranslation();
  const found = useQuery(callQuery(phoneHistory, { id: of.id }));
  return (
    <aside aria-label={t('phones.history')}>
      <dl className={a.facts}>
        <dt>{t('entities.phones.columns.number')}</dt>
        <dd>{of.readable_number}</dd>
        {of.country_code !== '' && (
          <>
            <dt>{t('entities.phones.columns.country')}</dt>
            <dd>{countryName(of.country_code)}</dd>
          </>
        )}
        <dt>{t('entities.phones.columns.provider')}</dt>
        <dd>{of.acd_provider}</dd>
        <dt>{t('list.company')}</dt>
        <dd>{of.company_name}</dd>
      </dl>
      <h2>{t('phones.history')}</h2>
      {found.isError && <Problem error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <SkeletonRows label={t('list.loading')} rows={2} columns="1fr" height={44} />}
      <ol className={c.changes}>
        {found.data?.changes.map((change) => (
          <li key={`${change.at} ${change.from?.id} ${change.to?.id}`}>
            <span>{wordsOf(change)}</span>
            <small>
              {change.by ?? t('phones.nobody')}, <DayTime at={change.at} isWithin />
            </small>
          </li>
        ))}
      </ol>
    </aside>
  );

  function wordsOf({ from, to }: Change) {
    if (!from) return t('phones.from_pool', { to: to?.name });
    if (!to) return t('phones.to_pool', { from: from.name });
    return t('phones.moved', { from: from.name, to: to.name });
  }
}

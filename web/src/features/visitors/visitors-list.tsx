import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readVisits, type Visit } from '#contract/visits.ts';
import { callQuery } from '../../api/call.ts';
import { formatNumber } from '../../i18n/time.ts';
import { Empty } from '../../ui/empty.tsx';
import list from '../../ui/list-page.module.css';
import { ListTitle } from '../../ui/list-title.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { VisitorRow } from './visitor-row.tsx';
import c from './visitors.module.css';

/** How long somebody has been here is told in minutes. */
const tickMs = 20_000;

/** Who is on the company's sites at this moment, and the way to write to them first. */
export function VisitorsList() {
  const { t } = useTranslation();
  usePageTitle(t('visitors.title'));
  const found = useQuery(callQuery(readVisits, {}));
  const [invited, invite] = useState<Visit | null>(null);
  const now = useNow();
  const total = found.data?.total ?? 0;
  const visits = found.data?.visits ?? [];
  return (
    <div className={list.page}>
      <div className={list.bar}>
        <ListTitle>{t('visitors.title')}</ListTitle>
        <span role="status" className={c.count}>
          {found.data && t('visitors.count', { count: total, n: formatNumber(total) })}
        </span>
      </div>
      {found.isError ? (
        <Problem error={found.error} retry={() => void found.refetch()} />
      ) : !found.data ? (
        <SkeletonRows label={t('list.loading')} columns="minmax(0, 1fr) minmax(0, 2fr) minmax(0, 1fr)" height={60} />
      ) : visits.length === 0 ? (
        <Empty title={t('visitors.none')}>{t('visitors.none_text')}</Empty>
      ) : (
        <section className={list.scroll} aria-label={t('visitors.title')}>
          <ul className={c.visits}>
            {visits.map((one) => (
              <VisitorRow key={one.id} of={one} now={now} invite={() => invite(one)} />
            ))}
          </ul>
          {total > visits.length && (
            <p className={c.more}>
              {t('visitors.more', { count: total - visits.length, n: formatNumber(total - visits.length) })}
            </p>
          )}
        </section>
      )}
      {invited && <InviteDialog of={invited} close={() => invite(null)} />}
    </div>
  );
}

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { dayTimeWithin } from '../../i18n/time.ts';
import { Empty } from '../../ui/empty.tsx';
import c from './kept-list.module.css';
import { keptTickets } from './kept-store.ts';

/** In place of a list that nobody can be asked for: the tickets that were opened here. */
export function KeptList() {
  const { t } = useTranslation();
  const { data } = useQuery({ queryKey: ['kept'], queryFn: keptTickets, staleTime: 0, gcTime: 0 });
  if (!data) return null;
  if (data.length === 0) return <Empty title={t('offline.none')}>{t('offline.none_text')}</Empty>;
  return (
    <div className={c.page}>
      <h1>{t('offline.list')}</h1>
      <p>{t('offline.list_text')}</p>
      <ul>
        {data.map((one) => (
          <li key={one.id}>
            <Link to="/tickets/$id" params={{ id: one.id }}>
              <span>{one.customer}</span>
              <b>{one.title}</b>
              <small>
                {one.number} · {dayTimeWithin(new Date(one.at))}
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

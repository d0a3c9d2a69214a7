import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../api/fetch-part.ts';
import { Empty } from '../../../ui/empty.tsx';
import { countersQuery } from '../ticket-queries.ts';
import type { TicketSearch } from '../views/ticket-search.ts';
import { isFiltered, unfiltered } from '../views/ticket-views.ts';

/** Once in the life of a desk. */
const FirstLetter = lazyPart(async () => ({ default: (await import('./first-letter.tsx')).FirstLetter }));

/** Why a view is empty, in a sentence that is true now, and where to look instead. */
export function NoTickets({ search }: { search: TicketSearch }) {
  const { t } = useTranslation();
  const { data } = useQuery(countersQuery);
  const view = search.view ?? 'open';
  if (isFiltered(search))
    return (
      <Empty
        title={t('tickets.none.filtered.title')}
        action={
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/tickets" search={unfiltered(search)} {...props} />}
          >
            {t('tickets.filter.clear_all')}
          </Button>
        }
      >
        {t('tickets.none.filtered.text')}
      </Empty>
    );
  // A draft may be of a letter that has no ticket yet.
  const hasNone = data && Object.entries(data.views).every(([name, count]) => count === 0 || name === 'drafts');
  if (hasNone && view === 'open')
    return (
      <Suspense>
        <FirstLetter />
      </Suspense>
    );
  const unassigned = view === 'mine' ? (data?.views.unassigned ?? 0) : 0;
  return (
    <Empty
      title={t(`tickets.none.${view}.title`)}
      action={
        unassigned > 0 && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/tickets" search={{ view: 'unassigned' }} {...props} />}
          >
            {t('tickets.none.mine.action', { count: unassigned })}
          </Button>
        )
      }
    >
      {t(`tickets.none.${view}.text`)}
    </Empty>
  );
}

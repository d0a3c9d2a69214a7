import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../api/fetch-part.ts';
import { useSelf } from '../api/self.ts';
import { TicketListScreen } from '../features/tickets/list/ticket-list-screen.tsx';
import { stretchQuery } from '../features/tickets/ticket-queries.ts';
import { readTicketSearch, type TicketSearch } from '../features/tickets/views/ticket-search.ts';
import { ViewsColumn } from '../features/tickets/views/views-column.tsx';
import { learnLater } from '../i18n/language.ts';
import { useIsAway } from '../realtime/use-is-away.ts';
import { arrive } from '../ui/keys-between.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { Shell } from '../ui/shell.tsx';

const SearchPart = lazyPart(async () => {
  const [file] = await Promise.all([import('./search-part.tsx'), learnLater('search')]);
  return file;
});

// What opening a ticket takes comes along, after the list.
const ReadAheadOfRow = lazyPart(() => import('./use-read-ahead.ts').then((all) => ({ default: all.ReadAheadOfRow })));

const KeptList = lazyPart(() => import('../features/offline/kept-list.tsx').then((all) => ({ default: all.KeptList })));

export function TicketsPage() {
  usePageTitle(useTranslation().t('shell.tickets'));
  const { user } = useSelf();
  const search = useSearch({ from: '/_desk/tickets/' });
  const navigate = useNavigate();
  const isUnknown = useIsUnknown(search, user.id);
  useEffect(arrive, []);
  return (
    <Shell section="tickets" views={<ViewsColumn search={search} />}>
      <Suspense>
        <ReadAheadOfRow />
      </Suspense>
      {isUnknown ? (
        <Suspense>
          <KeptList />
        </Suspense>
      ) : search.search === undefined ? (
        <TicketListScreen
          search={search}
          onSearch={(to) => void navigate({ to: '/tickets', search: readTicketSearch(to) })}
        />
      ) : (
        <Suspense>
          <SearchPart asked={search.search} />
        </Suspense>
      )}
    </Shell>
  );
}

/** Nobody can be asked for this list, and it was not asked for before. */
function useIsUnknown(search: TicketSearch, me: number): boolean {
  const isAway = useIsAway();
  const { data } = useQuery({ ...stretchQuery(search, me, 0), enabled: false });
  return isAway && data === undefined;
}

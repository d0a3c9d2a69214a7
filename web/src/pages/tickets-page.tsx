import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../api/self.ts';
import { useResumedOutgoing } from '../features/thread/use-outgoing.ts';
import { TicketListScreen } from '../features/tickets/ticket-list-screen.tsx';
import { readTicketSearch } from '../features/tickets/ticket-views.ts';
import { ViewsColumn } from '../features/tickets/views-column.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Shell } from '../ui/shell.tsx';

export function TicketsPage() {
  usePageTitle(useTranslation().t('shell.tickets'));
  useResumedOutgoing(useSelf().user.id);
  const search = useSearch({ from: '/_desk/tickets/' });
  const navigate = useNavigate();
  return (
    <Shell section="tickets" views={<ViewsColumn search={search} />}>
      <TicketListScreen
        search={search}
        onSearch={(to) => void navigate({ to: '/tickets', search: readTicketSearch(to) })}
      />
    </Shell>
  );
}

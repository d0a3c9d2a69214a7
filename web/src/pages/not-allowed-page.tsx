import { useLocation } from '@tanstack/react-router';
import { useMay } from '../api/self.ts';
import { declarations } from '../features/entity/declarations/index.ts';
import { isEntityName } from '../features/entity/entity-names.ts';
import { EntityViews } from '../features/entity/entity-views.tsx';
import { ViewsColumn } from '../features/tickets/views/views-column.tsx';
import { NotAllowed } from '../ui/not-allowed.tsx';
import { Shell } from '../ui/shell.tsx';

/** In the place of a page, with the menu that stands beside it. */
export default function NotAllowedPage() {
  const first = useLocation({ select: ({ pathname }) => pathname.split('/')[1] ?? '' });
  const seesTickets = useMay('tickets.get');
  const noun = first === 'customer' ? 'customers' : first;
  const section = noun === 'audit' ? 'administration' : isEntityName(noun) ? declarations[noun].section : 'tickets';
  const views =
    section === 'administration' ? (
      <EntityViews on={isEntityName(noun) ? noun : 'audit'} />
    ) : (
      section === 'tickets' && seesTickets && <ViewsColumn search={null} />
    );
  return (
    <Shell section={section} views={views}>
      <NotAllowed />
    </Shell>
  );
}

import { ViewsColumn } from '../features/tickets/views/views-column.tsx';
import { VisitorsList } from '../features/visitors/visitors-list.tsx';
import { Shell } from '../ui/shell.tsx';

/** `/visitors`: who is on the company's sites, beside the tickets that they may become. */
export function VisitorsPage() {
  return (
    <Shell section="tickets" views={<ViewsColumn search={null} isOnSite />}>
      <VisitorsList />
    </Shell>
  );
}

import { InboxList } from '../features/tickets/list/inbox-list.tsx';
import { ViewsColumn } from '../features/tickets/views/views-column.tsx';
import { Shell } from '../ui/shell.tsx';

/** `/inboxes`: the same products as in the administration, by the work in them. */
export function InboxesPage() {
  return (
    <Shell section="tickets" views={<ViewsColumn search={null} />}>
      <InboxList />
    </Shell>
  );
}

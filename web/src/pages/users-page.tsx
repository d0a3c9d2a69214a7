import { useLocation } from '@tanstack/react-router';
import { Guarded } from '../features/access/guarded.tsx';
import { PeopleList } from '../features/access/people-list.tsx';
import { EntityViews } from '../features/entity/entity-views.tsx';
import { Shell } from '../ui/shell.tsx';

/** `/users`: all, or those who were removed. */
export function UsersPage() {
  const hash = useLocation({ select: (location) => location.hash });
  return (
    <Shell section="administration" views={<EntityViews on="users" />}>
      <Guarded by="users.get">
        <PeopleList segment={hash === 'disabled' ? 'disabled' : 'all'} />
      </Guarded>
    </Shell>
  );
}

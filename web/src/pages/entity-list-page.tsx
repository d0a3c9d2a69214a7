import { getRouteApi } from '@tanstack/react-router';
import { declarations } from '../features/entity/declarations.tsx';
import { EntityList } from '../features/entity/entity-list.tsx';
import { EntityViews } from '../features/entity/entity-views.tsx';
import { Shell } from '../ui/shell.tsx';

const route = getRouteApi('/_desk/$entity/');

export function EntityListPage() {
  const { entity } = route.useParams();
  const search = route.useSearch();
  const of = declarations[entity];
  return (
    <Shell section={of.section} views={of.section === 'administration' && <EntityViews on={entity} />}>
      <EntityList key={entity} of={of} search={search} />
    </Shell>
  );
}

import { getRouteApi } from '@tanstack/react-router';
import { AuditTrail } from '../features/audit/audit-trail.tsx';
import { EntityViews } from '../features/entity/entity-views.tsx';
import { Shell } from '../ui/shell.tsx';

const route = getRouteApi('/_desk/audit');

export function AuditPage() {
  const search = route.useSearch();
  return (
    <Shell section="administration" views={<EntityViews on="audit" />}>
      <AuditTrail search={search} />
    </Shell>
  );
}

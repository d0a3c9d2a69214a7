import { createFileRoute } from '@tanstack/react-router';
import { EntityListPage } from '../pages/entity-list-page.tsx';
import { entityListSearch, entityParam, requireEntity } from './-entity.ts';

export const Route = createFileRoute('/_desk/$entity/search')({
  params: entityParam,
  validateSearch: entityListSearch,
  beforeLoad: ({ params }) => requireEntity(params.entity),
  component: EntityListPage,
});

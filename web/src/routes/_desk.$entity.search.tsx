import { createFileRoute } from '@tanstack/react-router';
import { EntityListPage } from '../pages/entity-list-page.tsx';
import { entityListSearch, entityParam, learnWordsOf, requireEntity } from './-entity.ts';

export const Route = createFileRoute('/_desk/$entity/search')({
  params: entityParam,
  validateSearch: entityListSearch,
  beforeLoad: async ({ params }) => {
    requireEntity(params.entity);
    await learnWordsOf(params.entity);
  },
  component: EntityListPage,
});

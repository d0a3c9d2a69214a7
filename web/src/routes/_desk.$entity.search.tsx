import { createFileRoute, redirect } from '@tanstack/react-router';
import { rowsToSay } from '../features/entity/list-state.ts';
import { EntityListPage } from '../pages/entity-list-page.tsx';
import { entityListSearch, entityParam, learnWordsOf, requireEntity } from './-entity.ts';

export const Route = createFileRoute('/_desk/$entity/search')({
  params: entityParam,
  validateSearch: entityListSearch,
  beforeLoad: async ({ params, search, location }) => {
    requireEntity(params.entity);
    const rows = rowsToSay(search);
    if (rows) throw redirect({ to: '.', params, search: { ...search, rows }, hash: location.hash, replace: true });
    await learnWordsOf(params.entity);
  },
  component: EntityListPage,
});

import { createFileRoute, redirect } from '@tanstack/react-router';
import { entityListSearch, entityParam, requireEntity } from './-entity.ts';

/** SPEC section 2: a list leads to its search page, with what was chosen. */
export const Route = createFileRoute('/_desk/$entity/')({
  params: entityParam,
  validateSearch: entityListSearch,
  beforeLoad: ({ params, search, location }) => {
    requireEntity(params.entity);
    throw redirect({ to: '/$entity/search', params, search, hash: location.hash, replace: true });
  },
});

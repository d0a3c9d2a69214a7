import { createFileRoute, notFound } from '@tanstack/react-router';
import { EntityEditPage } from '../pages/entity-form-page.tsx';
import { entityParam, learnWordsOf, requireEntity } from './-entity.ts';
import { idParam } from './-params.ts';

export const Route = createFileRoute('/_desk/$entity/$id/edit')({
  params: {
    parse: (raw) => ({ ...entityParam.parse(raw), ...idParam.parse(raw) }),
    stringify: (params) => ({ ...entityParam.stringify(params), ...idParam.stringify(params) }),
  },
  beforeLoad: async ({ params }) => {
    if (Number.isNaN(params.id)) throw notFound();
    requireEntity(params.entity, { page: 'edit', id: params.id });
    await learnWordsOf(params.entity);
  },
  component: EntityEditPage,
});

import { createFileRoute } from '@tanstack/react-router';
import { EntityAddPage } from '../pages/entity-form-page.tsx';
import { entityParam, requireEntity } from './-entity.ts';

export const Route = createFileRoute('/_desk/$entity/add')({
  params: entityParam,
  beforeLoad: ({ params }) => requireEntity(params.entity),
  component: EntityAddPage,
});

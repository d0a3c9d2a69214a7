import { createFileRoute, notFound } from '@tanstack/react-router';
import { IntegrationEditPage } from '../pages/integration-form-page.tsx';
import { idParam } from './-params.ts';

export const Route = createFileRoute('/_desk/integrations/$id/edit')({
  params: idParam,
  beforeLoad: ({ params }) => {
    if (Number.isNaN(params.id)) throw notFound();
  },
  component: IntegrationEditPage,
});

import { createFileRoute, notFound } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { IntegrationEditPage } from '../pages/integration-form-page.tsx';
import { idParam } from './-params.ts';

export const Route = createFileRoute('/_desk/integrations/$id/edit')({
  params: idParam,
  beforeLoad: async ({ params }) => {
    if (Number.isNaN(params.id)) throw notFound();
    await learnLater('integrations');
  },
  component: IntegrationEditPage,
});

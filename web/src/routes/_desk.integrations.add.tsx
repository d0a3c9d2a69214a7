import { createFileRoute } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { IntegrationAddPage } from '../pages/integration-form-page.tsx';

export const Route = createFileRoute('/_desk/integrations/add')({
  beforeLoad: () => learnLater('integrations'),
  component: IntegrationAddPage,
});

import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { idValue } from '#contract/entity.ts';
import { learnLater } from '../i18n/language.ts';
import { IntegrationAddPage } from '../pages/integration-form-page.tsx';

export const Route = createFileRoute('/_desk/integrations/add')({
  // In which company a new one is.
  validateSearch: z.object({ company: idValue.optional().catch(undefined) }),
  beforeLoad: () => learnLater('integrations'),
  component: IntegrationAddPage,
});

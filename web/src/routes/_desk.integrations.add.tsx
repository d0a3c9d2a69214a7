import { createFileRoute } from '@tanstack/react-router';
import { IntegrationAddPage } from '../pages/integration-form-page.tsx';

export const Route = createFileRoute('/_desk/integrations/add')({ component: IntegrationAddPage });

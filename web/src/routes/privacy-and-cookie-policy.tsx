import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '../pages/legal-page.tsx';

export const Route = createFileRoute('/privacy-and-cookie-policy')({
  component: () => <LegalPage page="privacy-and-cookie-policy" />,
});

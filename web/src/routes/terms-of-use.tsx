import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '../pages/legal-page.tsx';

export const Route = createFileRoute('/terms-of-use')({ component: () => <LegalPage page="terms-of-use" /> });

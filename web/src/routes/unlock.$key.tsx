import { createFileRoute } from '@tanstack/react-router';
import { UnlockByLinkPage } from '../pages/unlock-by-link-page.tsx';

export const Route = createFileRoute('/unlock/$key')({ component: UnlockByLinkPage });

import { createFileRoute } from '@tanstack/react-router';
import { InboxesPage } from '../pages/inboxes-page.tsx';

export const Route = createFileRoute('/_desk/inboxes')({ component: InboxesPage });

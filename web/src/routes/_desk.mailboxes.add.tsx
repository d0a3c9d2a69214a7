import { createFileRoute } from '@tanstack/react-router';
import { MailboxAddPage } from '../pages/mailbox-form-page.tsx';

export const Route = createFileRoute('/_desk/mailboxes/add')({ component: MailboxAddPage });

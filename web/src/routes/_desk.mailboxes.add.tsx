import { createFileRoute } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { MailboxAddPage } from '../pages/mailbox-form-page.tsx';

export const Route = createFileRoute('/_desk/mailboxes/add')({
  beforeLoad: () => learnLater('sender_domain'),
  component: MailboxAddPage,
});

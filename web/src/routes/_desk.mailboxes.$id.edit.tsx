import { createFileRoute, notFound } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { MailboxEditPage } from '../pages/mailbox-form-page.tsx';
import { idParam } from './-params.ts';

export const Route = createFileRoute('/_desk/mailboxes/$id/edit')({
  params: idParam,
  beforeLoad: async ({ params }) => {
    if (Number.isNaN(params.id)) throw notFound();
    await Promise.all([learnLater('mailbox'), learnLater('sender_domain')]);
  },
  component: MailboxEditPage,
});

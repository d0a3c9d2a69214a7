import { createFileRoute, notFound } from '@tanstack/react-router';
import { MailboxEditPage } from '../pages/mailbox-form-page.tsx';
import { idParam } from './-params.ts';

export const Route = createFileRoute('/_desk/mailboxes/$id/edit')({
  params: idParam,
  beforeLoad: ({ params }) => {
    if (Number.isNaN(params.id)) throw notFound();
  },
  component: MailboxEditPage,
});

import { createFileRoute, notFound } from '@tanstack/react-router';
import { z } from 'zod';
import { inboundOutcomes } from '#contract/inbound-mails.ts';
import { learnLater } from '../i18n/language.ts';
import { MailLogPage } from '../pages/mail-log-page.tsx';
import { idParam } from './-params.ts';

export const Route = createFileRoute('/_desk/mailboxes/$id/log')({
  params: idParam,
  validateSearch: z.object({
    outcome: z.enum(inboundOutcomes).optional().catch(undefined),
    from: z.int().min(0).optional().catch(undefined),
  }),
  beforeLoad: async ({ params }) => {
    if (Number.isNaN(params.id)) throw notFound();
    await Promise.all([learnLater('mailbox'), learnLater('mail_log')]);
  },
  component: MailLogPage,
});

import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { idValue } from '#contract/entity.ts';
import { learnLater } from '../i18n/language.ts';
import { MailboxAddPage } from '../pages/mailbox-form-page.tsx';

export const Route = createFileRoute('/_desk/mailboxes/add')({
  validateSearch: z.object({ product: idValue.optional().catch(undefined) }),
  beforeLoad: () => Promise.all([learnLater('mailbox'), learnLater('sender_domain')]),
  component: MailboxAddPage,
});

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mailboxes, sendTest } from '#contract/mailboxes.ts';
import { call } from '../../api/call.ts';
import { mailErrorText } from '../../i18n/mail-error-text.ts';
import { formatTook } from '../../i18n/time.ts';
import { toast, toastError } from '../../ui/toast.tsx';

/** A mail server may take ten minutes to say that it has a letter (RFC 5321 4.5.3.2.6). */
const patienceMs = 11 * 60_000;

/** Sends a letter from the mailbox, or from one of its aliases, to the person who asks for it. */
export function useSendTest(id: number) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (from: string | undefined) =>
      call(sendTest, { id, ...(from === undefined ? {} : { from }) }, { patienceMs }),
    onSuccess: async ({ to, step }) => {
      if (step.ok) toast({ status: 'success', title: t('mailbox.test.sent', { to, took: formatTook(step.took_ms) }) });
      else
        toast({
          status: 'error',
          title: t('mailbox.test.failed'),
          text: [mailErrorText(step.key, step.message), step.details].filter(Boolean).join(' — '),
        });
      await client.invalidateQueries({ queryKey: [mailboxes.name] });
    },
    onError: (error) => toastError(t('mailbox.test.failed'), error),
  });
}

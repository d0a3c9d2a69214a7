import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sendTest } from '#contract/mailboxes.ts';
import { call } from '../../api/call.ts';
import { formatTook } from '../../i18n/time.ts';
import { toast, toastError } from '../../ui/toast.tsx';
import { WhyNot } from '../../ui/why-not.tsx';
import { mailErrorText } from './mail-error-text.ts';
import type { Mailbox } from './mailbox-values.ts';

/** Sends a letter from the mailbox to the person who presses it. */
export function SendTest({ of, reason }: { of: Mailbox; reason: string | undefined }) {
  const { t } = useTranslation();
  const sending = useMutation({
    mutationFn: () => call(sendTest, { id: of.id }),
    onSuccess: ({ to, step }) =>
      step.ok
        ? toast({ status: 'success', title: t('mailbox.test.sent', { to, took: formatTook(step.took_ms) }) })
        : toast({
            status: 'error',
            title: t('mailbox.test.failed'),
            text: [mailErrorText(step.key, step.message), step.details].filter(Boolean).join(' — '),
          }),
    onError: (error) => toastError(t('mailbox.test.failed'), error),
  });
  return (
    <WhyNot reason={reason}>
      <Button variant="default" fullWidth loading={sending.isPending} onClick={() => sending.mutate()}>
        {t('mailbox.test.action')}
      </Button>
    </WhyNot>
  );
}

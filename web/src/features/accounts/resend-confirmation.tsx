import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sendConfirmation } from '#contract/registration.ts';
import { call } from '../../api/call.ts';
import { isApiError } from '../../api/problem.ts';
import { toast, toastError } from '../../ui/toast.tsx';

/** The pause after a refusal that did not name one. */
const usualPauseSeconds = 60;

/** Sends the letter again, and says how long until the next one. */
export function ResendConfirmation({ secondsLeft, wait }: { secondsLeft: number; wait: (seconds: number) => void }) {
  const { t } = useTranslation();
  const resend = useMutation({
    mutationFn: () => call(sendConfirmation, {}),
    onSuccess: ({ is_sent, next_try_in_seconds }) => {
      wait(next_try_in_seconds);
      if (is_sent) toast({ status: 'success', title: t('confirmation.sent') });
      else toast({ status: 'info', title: t('confirmation.just_sent') });
    },
    onError: (error) => {
      if (isApiError(error, 'too_many_requests')) wait(error.retryAfter ?? usualPauseSeconds);
      toastError(t('confirmation.not_sent'), error);
    },
  });
  return (
    <Button
      size="md"
      variant="default"
      fullWidth
      disabled={secondsLeft > 0}
      loading={resend.isPending}
      onClick={() => resend.mutate()}
    >
      {secondsLeft > 0 ? t('confirmation.resend_in', { count: secondsLeft }) : t('confirmation.resend')}
    </Button>
  );
}

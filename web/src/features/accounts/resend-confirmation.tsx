import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendConfirmation } from '#contract/registration.ts';
import { call } from '../../api/call.ts';
import { isApiError } from '../../api/problem.ts';
import { toast, toastError } from '../../ui/toast.tsx';

/** The pause after a refusal that did not name one. */
const usualPauseSeconds = 60;

/** Sends the letter again, and says how long until the next one. */
export function ResendConfirmation() {
  const { t } = useTranslation();
  const [secondsLeft, wait] = useCountdown();
  const resend = useMutation({
    mutationFn: () => call(sendConfirmation, {}),
    onSuccess: ({ next_try_in_seconds }) => {
      wait(next_try_in_seconds);
      toast({ status: 'success', title: t('confirmation.sent') });
    },
    onError: (error) => {
      if (isApiError(error, 'too_many_requests')) wait(error.retryAfter ?? usualPauseSeconds);
      toastError(t('confirmation.not_sent'), error);
    },
  });
  return (
    <Button size="md" fullWidth disabled={secondsLeft > 0} loading={resend.isPending} onClick={() => resend.mutate()}>
      {secondsLeft > 0 ? t('confirmation.resend_in', { count: secondsLeft }) : t('confirmation.resend')}
    </Button>
  );
}

/** Whole seconds until a moment, counted by the clock: a sleeping tab does not stretch them. */
function useCountdown(): [secondsLeft: number, start: (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const isRunning = until > now;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  const start = (seconds: number) => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  };
  return [Math.max(0, Math.ceil((until - now) / 1000)), start];
}

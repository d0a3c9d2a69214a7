import { Button, TextInput } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { forgetPassword } from '#contract/recovery.ts';
import { call } from '../api/call.ts';
import { isApiError } from '../api/problem.ts';
import doorStyles from '../features/accounts/door.module.css';
import { Door } from '../features/accounts/door.tsx';
import { MailProviders } from '../features/accounts/mail-providers.tsx';
import { OutboxHint } from '../features/accounts/outbox-hint.tsx';
import { currentLanguage } from '../i18n/language.ts';
import { problemsOf } from '../ui/form-problems.ts';
import { SendButton } from '../ui/send-button.tsx';
import { toast, toastError } from '../ui/toast.tsx';
import { useCountdown } from '../ui/use-countdown.ts';
import { useSentForm } from '../ui/use-sent-form.ts';

/** So long the server sends no second letter. */
const pauseSeconds = 60;

/** Sends a letter to whoever forgot the password. The page says the same whether there is an account or not. */
export function ForgotPage() {
  const { t } = useTranslation();
  const [secondsLeft, wait] = useCountdown();
  const [sentTo, setSentTo] = useState<string>();
  // At the sign-in.
  const typed = useRouterState({ select: ({ location }) => location.state.email }) ?? '';
  const { element, form, bind, isSending, restSeconds, submit } = useSentForm({
    initial: { email: typed },
    validate: ({ email }) => problemsOf(forgetPassword.data, { email: email.trim() }),
    send: ({ email }) =>
      call(forgetPassword, { email: email.trim(), language: currentLanguage() }, { ignoreUnauthorized: true }),
    onSent: (_answer, { email }) => {
      if (sentTo === email.trim()) toast({ status: 'success', title: t('confirmation.sent') });
      setSentTo(email.trim());
      wait(pauseSeconds);
    },
    onRefused: (error) => {
      if (isApiError(error, 'too_many_requests')) wait(error.retryAfter ?? pauseSeconds);
    },
    onProblem: (error) => toastError(t('recovery.not_sent'), error),
  });
  useEffect(() => {
    if (sentTo === undefined) element.current?.querySelector('input')?.focus();
  }, [sentTo, element]);

  const back = (
    <p className={doorStyles.line}>
      {t('recovery.remembered')} <Link to="/">{t('sign_in.action')}</Link>
    </p>
  );
  if (sentTo !== undefined) {
    return (
      <Door
        title={t('recovery.sent_title')}
        lead={<Trans i18nKey="recovery.sent_lead" values={{ address: sentTo }} components={{ b: <b /> }} />}
      >
        <OutboxHint />
        <MailProviders address={sentTo} />
        <Button size="md" variant="default" fullWidth disabled={secondsLeft > 0} loading={isSending} onClick={submit}>
          {secondsLeft > 0 ? t('confirmation.resend_in', { count: secondsLeft }) : t('confirmation.resend')}
        </Button>
        <p className={doorStyles.line}>
          {t('confirmation.wrong_address')}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => setSentTo(undefined)}>
            {t('confirmation.use_another')}
          </Button>
        </p>
        {back}
      </Door>
    );
  }
  return (
    <Door title={t('recovery.title')} lead={t('recovery.lead')}>
      <form {...bind} className={doorStyles.fields}>
        <TextInput
          size="md"
          label={t('sign_in.email')}
          type="email"
          name="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <SendButton size="md" fullWidth loading={isSending} restSeconds={restSeconds}>
          {t('recovery.send')}
        </SendButton>
      </form>
      {back}
    </Door>
  );
}

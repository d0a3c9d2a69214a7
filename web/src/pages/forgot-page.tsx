import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { forgetPassword } from '#contract/recovery.ts';
import { call } from '../api/call.ts';
import { isApiError } from '../api/problem.ts';
import doorStyles from '../features/accounts/door.module.css';
import { Door } from '../features/accounts/door.tsx';
import { MailProviders } from '../features/accounts/mail-providers.tsx';
import { OutboxHint } from '../features/accounts/outbox-hint.tsx';
import { useCountdown } from '../features/accounts/use-countdown.ts';
import { currentLanguage } from '../i18n/language.ts';
import { fieldErrors, focusFirstProblem, problemsOf } from '../ui/form-problems.ts';
import { toast, toastError } from '../ui/toast.tsx';

/** So long the server sends no second letter. */
const pauseSeconds = 60;

/** Sends a letter to whoever forgot the password. The page says the same whether there is an account or not. */
export function ForgotPage() {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const [secondsLeft, wait] = useCountdown();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    initialValues: { email: '' },
    validate: (values) => problemsOf(forgetPassword.data, { email: values.email.trim() }),
  });
  const send = useMutation({
    mutationFn: (email: string) =>
      call(forgetPassword, { email, language: currentLanguage() }, { ignoreUnauthorized: true }),
    onSuccess: (_answer, email) => {
      if (sentTo === email) toast({ status: 'success', title: t('confirmation.sent') });
      setSentTo(email);
      wait(pauseSeconds);
    },
    onError: (error) => {
      if (isApiError(error, 'too_many_requests')) wait(error.retryAfter ?? pauseSeconds);
      const errors = fieldErrors(error);
      form.setErrors(errors);
      if (!focusFirstProblem(element.current, errors)) toastError(t('recovery.not_sent'), error);
    },
  });
  useEffect(() => {
    if (sentTo === undefined) element.current?.querySelector('input')?.focus();
  }, [sentTo]);

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
        <Button
          size="md"
          variant="default"
          fullWidth
          disabled={secondsLeft > 0}
          loading={send.isPending}
          onClick={() => send.mutate(sentTo)}
        >
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
      <form
        ref={element}
        className={doorStyles.fields}
        noValidate
        onSubmit={form.onSubmit(
          (values) => send.mutate(values.email.trim()),
          (errors) => focusFirstProblem(element.current, errors),
        )}
      >
        <TextInput
          size="md"
          label={t('sign_in.email')}
          type="email"
          name="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <Button size="md" type="submit" fullWidth loading={send.isPending}>
          {t('recovery.send')}
        </Button>
      </form>
      {back}
    </Door>
  );
}

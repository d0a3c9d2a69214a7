import { TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { register } from '#contract/registration.ts';
import { call } from '../../api/call.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { problemsOf } from '../../ui/form-problems.ts';
import { SendButton } from '../../ui/send-button.tsx';
import { toastError } from '../../ui/toast.tsx';
import { useSentForm } from '../../ui/use-sent-form.ts';
import c from './door.module.css';
import { NewPasswordInput } from './new-password-input.tsx';

type Values = { name: string; email_confirmation: string; raw_password: string };

export function RegisterForm({ onRegistered }: { onRegistered: () => Promise<void> }) {
  const { t } = useTranslation();
  const { form, element, bind, isSending, restSeconds } = useSentForm<Values>({
    initial: { name: '', email_confirmation: '', raw_password: '' },
    validate: (values) => problemsOf(register.data, dataOf(values)),
    send: async (values) => {
      await call(register, dataOf(values), { ignoreUnauthorized: true });
      await onRegistered();
    },
    onProblem: (error) => toastError(t('register.failed'), error),
  });
  useEffect(() => element.current?.querySelector('input')?.focus(), [element]);

  return (
    <form {...bind} className={c.fields}>
      <TextInput size="md" label={t('register.name')} name="name" autoComplete="name" {...form.getInputProps('name')} />
      <TextInput
        size="md"
        label={t('register.email')}
        type="email"
        name="email_confirmation"
        autoComplete="username"
        {...form.getInputProps('email_confirmation')}
      />
      <NewPasswordInput
        label={t('register.password')}
        name="raw_password"
        facts={[form.values.name, form.values.email_confirmation]}
        {...form.getInputProps('raw_password')}
        value={form.values.raw_password}
      />
      <SendButton size="md" fullWidth loading={isSending} restSeconds={restSeconds}>
        {t('register.action')}
      </SendButton>
    </form>
  );
}

function dataOf(values: Values) {
  return {
    ...values,
    name: values.name.trim(),
    email_confirmation: values.email_confirmation.trim(),
    language: currentLanguage(),
  };
}

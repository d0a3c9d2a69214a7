import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { register } from '#contract/registration.ts';
import { call } from '../../api/call.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { fieldErrors, focusFirstProblem, problemsOf } from '../../ui/form-problems.ts';
import { toastError } from '../../ui/toast.tsx';
import c from './door.module.css';
import { NewPasswordInput } from './new-password-input.tsx';

type Values = { name: string; email_confirmation: string; raw_password: string };

export function RegisterForm({ onRegistered }: { onRegistered: () => Promise<void> }) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<Values>({
    initialValues: { name: '', email_confirmation: '', raw_password: '' },
    validate: (values) => problemsOf(register.data, dataOf(values)),
  });
  const create = useMutation({
    mutationFn: async (values: Values) => {
      await call(register, dataOf(values), { ignoreUnauthorized: true });
      await onRegistered();
    },
    onError: (error) => {
      const errors = fieldErrors(error);
      form.setErrors(errors);
      if (!focusFirstProblem(element.current, errors)) toastError(t('register.failed'), error);
    },
  });
  useEffect(() => element.current?.querySelector('input')?.focus(), []);

  return (
    <form
      ref={element}
      className={c.fields}
      noValidate
      onSubmit={form.onSubmit(
        (values) => create.mutate(values),
        (errors) => focusFirstProblem(element.current, errors),
      )}
    >
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
      <Button size="md" type="submit" fullWidth loading={create.isPending}>
        {t('register.action')}
      </Button>
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

import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { passwordRules } from '#contract/passwords.ts';
import { register } from '#contract/registration.ts';
import { call } from '../../api/call.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { fieldErrors, focusFirstProblem, problemsOf } from '../../ui/form-problems.ts';
import { Icon } from '../../ui/icon.tsx';
import { toastError } from '../../ui/toast.tsx';
import { useCapsLock } from '../../ui/use-caps-lock.ts';
import c from './door.module.css';

type Values = { name: string; email_confirmation: string; raw_password: string };

export function RegisterForm({ onRegistered }: { onRegistered: () => Promise<void> }) {
  const { t } = useTranslation();
  const capsLock = useCapsLock();
  const element = useRef<HTMLFormElement>(null);
  const rulesId = useId();
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
      <div>
        <PasswordInput
          size="md"
          label={t('register.password')}
          name="raw_password"
          autoComplete="new-password"
          onKeyUp={capsLock.onKey}
          description={capsLock.isOn ? t('sign_in.caps_lock') : undefined}
          aria-describedby={rulesId}
          visibilityToggleButtonProps={{ 'aria-label': t('common.show_password') }}
          {...form.getInputProps('raw_password')}
        />
        <PasswordRules id={rulesId} password={form.values.raw_password} />
      </div>
      <Button size="md" type="submit" fullWidth loading={create.isPending}>
        {t('register.action')}
      </Button>
    </form>
  );
}

function PasswordRules({ id, password }: { id: string; password: string }) {
  const { t } = useTranslation();
  return (
    <ul className={c.rules} id={id} aria-label={t('register.password_rules')}>
      {passwordRules.map(({ key, holds }) => {
        const isMet = holds(password);
        return (
          <li key={key} data-met={isMet || undefined}>
            <Icon of={isMet ? IconCheck : IconCircle} size={16} />
            <span>
              {t(`register.rules.${key}`)}
              {isMet && <span className="sr"> {t('register.rule_met')}</span>}
            </span>
          </li>
        );
      })}
    </ul>
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

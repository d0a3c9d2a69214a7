import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmEmail } from '#contract/registration.ts';
import { fieldErrors, focusFirstProblem, problemsOf } from '../../ui/form-problems.ts';
import { toastError } from '../../ui/toast.tsx';
import { useCapsLock } from '../../ui/use-caps-lock.ts';
import c from './door.module.css';

/** On a device that is not signed in to the account, its password says that the account is one's own. */
export function ConfirmWithPassword(props: {
  keyOfLetter: string;
  email: string;
  confirm: (password: string) => Promise<void>;
}) {
  const { t } = useTranslation();
  const capsLock = useCapsLock();
  const element = useRef<HTMLFormElement>(null);
  const form = useForm({
    initialValues: { password: '' },
    validate: (values) => problemsOf(confirmEmail.data, { key: props.keyOfLetter, ...values }),
  });
  const confirming = useMutation({
    mutationFn: ({ password }: { password: string }) => props.confirm(password),
    onError: (error) => {
      const errors = fieldErrors(error);
      form.setErrors(errors);
      if (!focusFirstProblem(element.current, errors)) toastError(t('confirmed.failed'), error);
    },
  });
  return (
    <form
      ref={element}
      className={c.fields}
      noValidate
      onSubmit={form.onSubmit(
        (values) => confirming.mutate(values),
        (errors) => focusFirstProblem(element.current, errors),
      )}
    >
      <input type="email" name="username" autoComplete="username" value={props.email} readOnly hidden />
      <PasswordInput
        size="md"
        label={t('confirmed.password')}
        name="password"
        autoComplete="current-password"
        autoFocus
        onKeyUp={capsLock.onKey}
        description={capsLock.isOn ? t('sign_in.caps_lock') : undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('common.show_password') }}
        {...form.getInputProps('password')}
      />
      <Button size="md" type="submit" fullWidth loading={confirming.isPending}>
        {t('confirmed.confirm')}
      </Button>
    </form>
  );
}

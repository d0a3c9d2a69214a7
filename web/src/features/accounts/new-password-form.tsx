import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { fieldErrors, focusFirstProblem, problemsOf } from '../../ui/form-problems.ts';
import { toastError } from '../../ui/toast.tsx';
import c from './door.module.css';
import { NewPasswordInput } from './new-password-input.tsx';

type Values = { password: string; password_confirmation: string };

/** A new password, typed twice, by somebody whom the key of a letter has proved to own `email`. */
export function NewPasswordForm(props: {
  email: string;
  action: string;
  failed: string;
  /** What the call takes, beside which the values are checked. */
  schema: z.ZodType;
  beside: Record<string, unknown>;
  save: (values: Values) => Promise<void>;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<Values>({
    initialValues: { password: '', password_confirmation: '' },
    validate: (values) => problemsOf(props.schema, { ...props.beside, ...values }),
  });
  const saving = useMutation({
    mutationFn: props.save,
    onError: (error) => {
      const errors = fieldErrors(error);
      form.setErrors(errors);
      if (!focusFirstProblem(element.current, errors)) toastError(props.failed, error);
    },
  });
  return (
    <form
      ref={element}
      className={c.fields}
      noValidate
      onSubmit={form.onSubmit(
        (values) => saving.mutate(values),
        (errors) => focusFirstProblem(element.current, errors),
      )}
    >
      {/* Password managers file the new password under this. */}
      <input type="email" name="username" autoComplete="username" value={props.email} readOnly hidden />
      <NewPasswordInput
        label={t('recovery.new_password')}
        name="password"
        data-autofocus
        autoFocus
        facts={[props.email]}
        {...form.getInputProps('password')}
        value={form.values.password}
      />
      <PasswordInput
        size="md"
        label={t('recovery.repeat')}
        name="password_confirmation"
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('common.show_password') }}
        {...form.getInputProps('password_confirmation')}
      />
      <Button size="md" type="submit" fullWidth loading={saving.isPending}>
        {props.action}
      </Button>
      {props.children}
    </form>
  );
}

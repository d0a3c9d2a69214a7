import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { login } from '#contract/accounts.ts';
import { call } from '../../api/call.ts';
import { isApiError } from '../../api/problem.ts';
import { fieldErrors, focusFirstProblem, problemsOf } from '../../ui/form-problems.ts';
import { useCapsLock } from '../../ui/use-caps-lock.ts';
import c from './door.module.css';
import { LockedNote } from './locked-note.tsx';
import { takeTyped } from './typed-early.ts';

type Props = {
  email?: string;
  lead?: string;
  /** The session stands. The button keeps turning until this has resolved. */
  onSignedIn: () => Promise<void>;
};

export function SignInForm({ email = '', lead, onSignedIn }: Props) {
  const { t } = useTranslation();
  const capsLock = useCapsLock();
  const first = useRef<HTMLInputElement>(null);
  const element = useRef<HTMLFormElement>(null);
  // Somebody may have begun to type before there was an app.
  const [early] = useState(takeTyped);
  const [lockedSeconds, setLockedSeconds] = useState(0);
  const form = useForm({
    initialValues: { email, password: '', remember: early?.isChecked ?? true, ...early?.values },
    validate: (values) => problemsOf(login.data, { ...values, email: values.email.trim() }),
  });
  const signIn = useMutation({
    mutationFn: async (values: typeof form.values) => {
      await call(login, { ...values, email: values.email.trim() }, { ignoreUnauthorized: true });
      await onSignedIn();
    },
    onError: (error) => {
      // Which of the two was wrong is not said; the words stand under the last one.
      const errors = fieldErrors(error);
      form.setErrors({ ...errors, password: errors.password ?? errors[''] });
      setLockedSeconds(isApiError(error, 'account_locked') ? (error.retryAfter ?? 0) : 0);
      focusFirstProblem(element.current, { password: true });
    },
  });
  useEffect(() => {
    const begun = early?.focused && element.current?.querySelector<HTMLInputElement>(`[name=${early.focused}]`);
    (begun || first.current)?.focus();
    if (early?.isSubmitted) element.current?.requestSubmit();
  }, [early]);

  return (
    <form
      className={c.fields}
      noValidate
      ref={element}
      onSubmit={form.onSubmit(
        (values) => signIn.mutate(values),
        (errors) => focusFirstProblem(element.current, errors),
      )}
    >
      {lead && <p className={c.lead}>{lead}</p>}
      <TextInput
        ref={email ? undefined : first}
        data-autofocus={email ? undefined : true}
        size="md"
        label={t('sign_in.email')}
        type="email"
        name="email"
        autoComplete="username"
        {...form.getInputProps('email')}
      />
      <PasswordInput
        ref={email ? first : undefined}
        data-autofocus={email ? true : undefined}
        size="md"
        label={t('sign_in.password')}
        name="password"
        autoComplete="current-password"
        onKeyUp={capsLock.onKey}
        description={capsLock.isOn ? t('sign_in.caps_lock') : undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('common.show_password') }}
        {...form.getInputProps('password')}
      />
      {lockedSeconds > 0 && <LockedNote seconds={lockedSeconds} />}
      <Checkbox label={t('sign_in.remember')} {...form.getInputProps('remember', { type: 'checkbox' })} />
      <Button size="md" type="submit" fullWidth loading={signIn.isPending}>
        {t('sign_in.action')}
      </Button>
    </form>
  );
}

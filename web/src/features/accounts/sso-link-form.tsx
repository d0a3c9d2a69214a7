import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ssoLink } from '#contract/single-sign-on.ts';
import { call } from '../../api/call.ts';
import { fieldErrors, focusFirstProblem, problemsOf } from '../../ui/form-problems.ts';
import c from './door.module.css';

type Props = { email: string; onLinked: (done: { back: string | null }) => Promise<void> };

/** The account's password, once: from then on the provider's word is enough. */
export function SsoLinkForm({ email, onLinked }: Props) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const form = useForm({
    initialValues: { password: '' },
    validate: (values) => problemsOf(ssoLink.data, values),
  });
  const link = useMutation({
    mutationFn: async (values: typeof form.values) =>
      onLinked(await call(ssoLink, values, { ignoreUnauthorized: true })),
    onError: (error) => {
      const errors = fieldErrors(error);
      form.setErrors({ password: errors.password ?? errors[''] });
      focusFirstProblem(element.current, { password: true });
    },
  });
  return (
    <form
      className={c.fields}
      noValidate
      ref={element}
      onSubmit={form.onSubmit(
        (values) => link.mutate(values),
        (errors) => focusFirstProblem(element.current, errors),
      )}
    >
      {/* For the browser's store of passwords, which wants to know whose this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        size="md"
        data-autofocus
        autoFocus
        label={t('sso.password_of', { email })}
        name="password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('common.show_password') }}
        {...form.getInputProps('password')}
      />
      <Button size="md" type="submit" fullWidth loading={link.isPending}>
        {t('sso.link')}
      </Button>
    </form>
  );
}

import { Button, Checkbox, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { listTokens } from '#contract/api-tokens.ts';
import { changePassword } from '#contract/recovery.ts';
import { call, callQuery } from '../../api/call.ts';
import { refetchSelf, useSelf } from '../../api/self.ts';
import { FormPart } from '../../ui/form-page.tsx';
import { fieldErrors, focusFirstProblem, problemsOf } from '../../ui/form-problems.ts';
import { toast, toastError } from '../../ui/toast.tsx';
import c from './door.module.css';
import { NewPasswordInput } from './new-password-input.tsx';

const empty = { old_password: '', password: '', password_confirmation: '', revoke_tokens: false };

/** One's own password, changed by saying the old one. A part of a page of the desk. */
export function ChangePasswordPart() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { user, companies } = useSelf();
  const tokens = useQuery(callQuery(listTokens, {})).data?.['api-tokens'] ?? [];
  const element = useRef<HTMLFormElement>(null);
  const form = useForm({ initialValues: empty, validate: (values) => problemsOf(changePassword.data, values) });
  const change = useMutation({
    mutationFn: async (values: typeof empty) => {
      await call(changePassword, values);
      await refetchSelf(client);
    },
    onSuccess: () => {
      form.reset();
      toast({ status: 'success', title: t('recovery.changed'), text: t('recovery.others_out') });
      void client.invalidateQueries({ queryKey: ['sessions'] });
      void client.invalidateQueries({ queryKey: ['api-tokens'] });
    },
    onError: (error) => {
      const errors = fieldErrors(error);
      form.setErrors(errors);
      if (!focusFirstProblem(element.current, errors)) toastError(t('recovery.not_changed'), error);
    },
  });
  return (
    <FormPart title={t('recovery.password')} lead={t('recovery.change_password_lead')}>
      <form
        ref={element}
        className={c.fields}
        noValidate
        aria-label={t('recovery.change_password')}
        onSubmit={form.onSubmit(
          (values) => change.mutate(values),
          (errors) => focusFirstProblem(element.current, errors),
        )}
      >
        <input type="email" name="username" autoComplete="username" value={user.email ?? ''} readOnly hidden />
        <PasswordInput
          label={t('recovery.old_password')}
          name="old_password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('common.show_password') }}
          {...form.getInputProps('old_password')}
        />
        <NewPasswordInput
          size="sm"
          label={t('recovery.new_password')}
          name="password"
          facts={[user.name, user.email ?? '', ...companies.map((one) => one.company_name)]}
          {...form.getInputProps('password')}
          value={form.values.password}
        />
        <PasswordInput
          label={t('recovery.repeat')}
          name="password_confirmation"
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('common.show_password') }}
          {...form.getInputProps('password_confirmation')}
        />
        {tokens.length > 0 && (
          <Checkbox
            label={t('recovery.revoke_tokens', { count: tokens.length })}
            description={t('recovery.revoke_tokens_help')}
            name="revoke_tokens"
            {...form.getInputProps('revoke_tokens', { type: 'checkbox' })}
          />
        )}
        <div>
          <Button type="submit" loading={change.isPending}>
            {t('recovery.change_password')}
          </Button>
        </div>
      </form>
    </FormPart>
  );
}

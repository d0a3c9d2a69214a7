import { Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listTokens } from '#contract/api-tokens.ts';
import { changePassword } from '#contract/recovery.ts';
import { call, callQuery } from '../../api/call.ts';
import { refetchSelf, useSelf } from '../../api/self.ts';
import { FormPart } from '../../ui/form-page.tsx';
import { problemsOf } from '../../ui/form-problems.ts';
import { PasswordField, WhosePassword } from '../../ui/password-field.tsx';
import { SendButton } from '../../ui/send-button.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useSentForm } from '../../ui/use-sent-form.ts';
import c from './door.module.css';
import { NewPasswordInput } from './new-password-input.tsx';

const empty = { old_password: '', password: '', password_confirmation: '', revoke_tokens: false };

/** One's own password, changed by saying the old one. A part of a page of the desk. */
export function ChangePasswordPart() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { user, companies } = useSelf();
  const tokens = useQuery(callQuery(listTokens, {})).data?.['api-tokens'] ?? [];
  const { form, bind, isSending, restSeconds } = useSentForm({
    initial: empty,
    validate: (values) => problemsOf(changePassword.data, values),
    send: async (values) => {
      await call(changePassword, values);
      await refetchSelf(client);
    },
    onSent: () => {
      form.reset();
      toast({ status: 'success', title: t('recovery.changed'), text: t('recovery.others_out') });
      void client.invalidateQueries({ queryKey: ['sessions'] });
      void client.invalidateQueries({ queryKey: ['api-tokens'] });
    },
    onProblem: (error) => toastError(t('recovery.not_changed'), error),
  });
  return (
    <FormPart title={t('recovery.password')} lead={t('recovery.change_password_lead')}>
      <form {...bind} className={c.fields} aria-label={t('recovery.change_password')}>
        <WhosePassword email={user.email ?? ''} />
        <PasswordField label={t('recovery.old_password')} name="old_password" {...form.getInputProps('old_password')} />
        <NewPasswordInput
          size="sm"
          label={t('recovery.new_password')}
          name="password"
          facts={[user.name, user.email ?? '', ...companies.map((one) => one.company_name)]}
          {...form.getInputProps('password')}
          value={form.values.password}
        />
        <PasswordField
          label={t('recovery.repeat')}
          name="password_confirmation"
          autoComplete="new-password"
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
          <SendButton loading={isSending} restSeconds={restSeconds}>
            {t('recovery.change_password')}
          </SendButton>
        </div>
      </form>
    </FormPart>
  );
}

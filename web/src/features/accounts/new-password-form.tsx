import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { problemsOf } from '../../ui/form-problems.ts';
import { PasswordField, WhosePassword } from '../../ui/password-field.tsx';
import { SendButton } from '../../ui/send-button.tsx';
import { toastError } from '../../ui/toast.tsx';
import { useSentForm } from '../../ui/use-sent-form.ts';
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
}) {
  const { t } = useTranslation();
  const { form, bind, isSending, restSeconds } = useSentForm<Values>({
    initial: { password: '', password_confirmation: '' },
    validate: (values) => problemsOf(props.schema, { ...props.beside, ...values }),
    send: props.save,
    onProblem: (error) => toastError(props.failed, error),
  });
  return (
    <form {...bind} className={c.fields}>
      <WhosePassword email={props.email} />
      <NewPasswordInput
        label={t('recovery.new_password')}
        name="password"
        data-autofocus
        autoFocus
        facts={[props.email]}
        {...form.getInputProps('password')}
        value={form.values.password}
      />
      <PasswordField
        size="md"
        label={t('recovery.repeat')}
        name="password_confirmation"
        autoComplete="new-password"
        {...form.getInputProps('password_confirmation')}
      />
      <SendButton size="md" fullWidth loading={isSending} restSeconds={restSeconds}>
        {props.action}
      </SendButton>
    </form>
  );
}

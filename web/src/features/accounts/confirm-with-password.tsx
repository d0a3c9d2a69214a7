import { useTranslation } from 'react-i18next';
import { confirmEmail } from '#contract/registration.ts';
import { problemsOf } from '../../ui/form-problems.ts';
import { PasswordField, WhosePassword } from '../../ui/password-field.tsx';
import { SendButton } from '../../ui/send-button.tsx';
import { underField, useSentForm } from '../../ui/use-sent-form.ts';
import c from './door.module.css';

/** On a device that is not signed in to the account, its password says that the account is one's own. */
export function ConfirmWithPassword(props: {
  keyOfLetter: string;
  email: string;
  confirm: (password: string) => Promise<void>;
}) {
  const { t } = useTranslation();
  const { form, bind, isSending, restSeconds } = useSentForm({
    initial: { password: '' },
    validate: (values) => problemsOf(confirmEmail.data, { key: props.keyOfLetter, ...values }),
    send: ({ password }) => props.confirm(password),
    problems: underField('password'),
  });
  return (
    <form {...bind} className={c.fields}>
      <WhosePassword email={props.email} />
      <PasswordField
        size="md"
        label={t('confirmed.password')}
        name="password"
        autoFocus
        {...form.getInputProps('password')}
      />
      <SendButton size="md" fullWidth loading={isSending} restSeconds={restSeconds}>
        {t('confirmed.confirm')}
      </SendButton>
    </form>
  );
}

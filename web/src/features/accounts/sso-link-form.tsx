import { useTranslation } from 'react-i18next';
import { ssoLink } from '#contract/single-sign-on.ts';
import { call } from '../../api/call.ts';
import { problemsOf } from '../../ui/form-problems.ts';
import { PasswordField, WhosePassword } from '../../ui/password-field.tsx';
import { SendButton } from '../../ui/send-button.tsx';
import { underField, useSentForm } from '../../ui/use-sent-form.ts';
import c from './door.module.css';

type Props = { email: string; onLinked: (done: { back: string | null }) => Promise<void> };

/** The account's password, once: from then on the provider's word is enough. */
export function SsoLinkForm({ email, onLinked }: Props) {
  const { t } = useTranslation();
  const { form, bind, isSending, restSeconds } = useSentForm({
    initial: { password: '' },
    validate: (values) => problemsOf(ssoLink.data, values),
    send: async (values) => onLinked(await call(ssoLink, values, { ignoreUnauthorized: true })),
    problems: underField('password'),
  });
  return (
    <form {...bind} className={c.fields}>
      <WhosePassword email={email} />
      <PasswordField
        size="md"
        data-autofocus
        autoFocus
        label={t('sso.password_of', { email })}
        name="password"
        {...form.getInputProps('password')}
      />
      <SendButton size="md" fullWidth loading={isSending} restSeconds={restSeconds}>
        {t('sso.link')}
      </SendButton>
    </form>
  );
}

import { Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { login } from '#contract/accounts.ts';
import { call } from '../../api/call.ts';
import { problemsOf } from '../../ui/form-problems.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { SendButton } from '../../ui/send-button.tsx';
import { underField, useSentForm } from '../../ui/use-sent-form.ts';
import c from './door.module.css';
import { LockedNote } from './locked-note.tsx';
import { lockedSecondsOf } from './locked-seconds.ts';
import { takeTyped } from './typed-early.ts';

type Props = {
  email?: string;
  lead?: string;
  /** The address, once it is typed: whoever forgot the password need not type it again. */
  onEmail?: (email: string) => void;
  /** The way out for them. */
  forgot: ReactNode;
  /** The session stands. The button keeps turning until this has resolved. */
  onSignedIn: () => Promise<void>;
};
type Values = { email: string; password: string; remember: boolean };

export function SignInForm({ email = '', lead, onEmail, forgot, onSignedIn }: Props) {
  const { t } = useTranslation();
  const first = useRef<HTMLInputElement>(null);
  // Somebody may have begun to type before there was an app.
  const [early] = useState(takeTyped);
  const heardEmail = useRef(onEmail);
  const [lockedSeconds, setLockedSeconds] = useState(0);
  const { form, element, bind, isSending, restSeconds } = useSentForm<Values>({
    initial: { email, password: '', remember: early?.isChecked ?? true, ...early?.values },
    validate: (values) => problemsOf(login.data, dataOf(values)),
    send: async (values) => {
      await call(login, dataOf(values), { ignoreUnauthorized: true });
      await onSignedIn();
    },
    onRefused: (error) => setLockedSeconds(lockedSecondsOf(error)),
    // Which of the two was wrong is not said; the words stand under the last one.
    problems: underField('password'),
  });
  useEffect(() => {
    const begun = early?.focused && document.querySelector<HTMLElement>(early.focused);
    (begun || first.current)?.focus();
    // Left before the app could hear of it.
    if (early?.values.email) heardEmail.current?.(early.values.email.trim());
    if (early?.isSubmitted) element.current?.requestSubmit();
  }, [early, element]);

  return (
    <form {...bind} className={c.fields}>
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
        onBlur={(event) => onEmail?.(event.currentTarget.value.trim())}
      />
      <PasswordField
        ref={email ? first : undefined}
        data-autofocus={email ? true : undefined}
        size="md"
        label={t('sign_in.password')}
        name="password"
        {...form.getInputProps('password')}
      />
      {lockedSeconds > 0 && <LockedNote seconds={lockedSeconds} />}
      <div className={c.between}>
        <Checkbox label={t('sign_in.remember')} {...form.getInputProps('remember', { type: 'checkbox' })} />
        {forgot}
      </div>
      <SendButton size="md" fullWidth loading={isSending} restSeconds={restSeconds}>
        {t('sign_in.action')}
      </SendButton>
    </form>
  );
}

const dataOf = (values: Values) => ({ ...values, email: values.email.trim() });

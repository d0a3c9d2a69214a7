import { TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { registerInvited } from '#contract/invites.ts';
import { call } from '../../api/call.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { problemsOf } from '../../ui/form-problems.ts';
import { SendButton } from '../../ui/send-button.tsx';
import { toastError } from '../../ui/toast.tsx';
import { useSentForm } from '../../ui/use-sent-form.ts';
import c from './door.module.css';
import { NewPasswordInput } from './new-password-input.tsx';

type Values = { name: string; raw_password: string };

/** An account for somebody whose address the letter has proved: a name and a password are all that is missing. */
export function RegisterInvitedForm(props: {
  keyOfLetter: string;
  email: string;
  name: string | null;
  onJoined: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const dataOf = (values: Values) => ({
    key: props.keyOfLetter,
    name: values.name.trim(),
    raw_password: values.raw_password,
    language: currentLanguage(),
  });
  const { form, element, bind, isSending, restSeconds } = useSentForm<Values>({
    initial: { name: props.name ?? '', raw_password: '' },
    validate: (values) => problemsOf(registerInvited.data, dataOf(values)),
    send: async (values) => {
      await call(registerInvited, dataOf(values), { ignoreUnauthorized: true });
      await props.onJoined();
    },
    onProblem: (error) => toastError(t('register.failed'), error),
  });
  const first = props.name === null ? 'name' : 'raw_password';
  useEffect(() => element.current?.querySelector<HTMLInputElement>(`input[name=${first}]`)?.focus(), [element, first]);
  return (
    <form {...bind} className={c.fields}>
      <input type="email" name="username" autoComplete="username" value={props.email} readOnly hidden />
      <TextInput size="md" label={t('register.name')} name="name" autoComplete="name" {...form.getInputProps('name')} />
      <NewPasswordInput
        label={t('register.password')}
        name="raw_password"
        facts={[form.values.name, props.email]}
        {...form.getInputProps('raw_password')}
        value={form.values.raw_password}
      />
      <SendButton size="md" fullWidth loading={isSending} restSeconds={restSeconds}>
        {t('invited.create')}
      </SendButton>
    </form>
  );
}

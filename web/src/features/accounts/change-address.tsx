import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { changeAddress } from '#contract/recovery.ts';
import { call } from '../../api/call.ts';
import { useSelf } from '../../api/self.ts';
import { FormPart } from '../../ui/form-page.tsx';
import { problemsOf } from '../../ui/form-problems.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { SendButton } from '../../ui/send-button.tsx';
import { toastError } from '../../ui/toast.tsx';
import { useSentForm } from '../../ui/use-sent-form.ts';
import c from './door.module.css';
import { OutboxHint } from './outbox-hint.tsx';

const empty = { email: '', password: '' };
const trimmed = (values: typeof empty) => ({ ...values, email: values.email.trim() });

/** One's own address, changed by saying the password and answering a letter to the new one. A part of a page of the desk. */
export function ChangeAddressPart() {
  const { t } = useTranslation();
  const { user } = useSelf();
  const [sentTo, setSentTo] = useState<string>();
  const { form, bind, isSending, restSeconds } = useSentForm({
    initial: empty,
    validate: (values) => problemsOf(changeAddress.data, trimmed(values)),
    send: (values) => call(changeAddress, trimmed(values)),
    onSent: (_answer, values) => {
      setSentTo(trimmed(values).email);
      form.reset();
    },
    onRefused: () => setSentTo(undefined),
    onProblem: (error) => toastError(t('recovery.not_changed'), error),
  });
  const lead = (
    <Trans i18nKey="recovery.change_address_lead" values={{ address: user.email ?? '' }} components={{ b: <b /> }} />
  );
  return (
    <FormPart title={t('recovery.address')} lead={lead}>
      <form {...bind} className={c.fields} aria-label={t('recovery.change_address')}>
        <TextInput
          label={t('recovery.new_address')}
          type="email"
          name="email"
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <PasswordField label={t('recovery.current_password')} name="password" {...form.getInputProps('password')} />
        <div>
          <SendButton variant="default" loading={isSending} restSeconds={restSeconds}>
            {t('recovery.change_address')}
          </SendButton>
        </div>
        <div role="status">
          {sentTo && (
            <>
              <p className={c.lead}>
                <Trans i18nKey="recovery.change_address_sent" values={{ address: sentTo }} components={{ b: <b /> }} />
              </p>
              <OutboxHint />
            </>
          )}
        </div>
      </form>
    </FormPart>
  );
}

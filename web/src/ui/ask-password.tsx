import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmPassword } from '#contract/operators.ts';
import { call } from '../api/call.ts';
import { isApiError } from '../api/problem.ts';
import { useSelf } from '../api/self.ts';
import c from './ask-password.module.css';
import { problemsOf } from './form-problems.ts';
import { PasswordField, WhosePassword } from './password-field.tsx';
import { SendButton } from './send-button.tsx';
import { underField, useSentForm } from './use-sent-form.ts';

/**
 * For what asks for the password again: `run` does it, and where the server wants the password first the dialog says why
 * (`lead`), asks for it and does it then. Render `dialog`.
 */
export function useAskPassword(lead: string) {
  const [waiting, setWaiting] = useState<{ again: () => void; giveUp: () => void }>();
  const run = async <T,>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!isApiError(error, 'password_needed')) throw error;
      const isGiven = await new Promise<boolean>((answer) =>
        setWaiting({ again: () => answer(true), giveUp: () => answer(false) }),
      );
      setWaiting(undefined);
      return isGiven ? work() : undefined;
    }
  };
  const dialog = waiting && <PasswordDialog lead={lead} given={waiting.again} close={waiting.giveUp} />;
  return { run, dialog };
}

function PasswordDialog({ lead, given, close }: { lead: string; given: () => void; close: () => void }) {
  const { t } = useTranslation();
  const { user } = useSelf();
  const { form, bind, isSending, restSeconds } = useSentForm({
    initial: { password: '' },
    validate: (values) => problemsOf(confirmPassword.data, values),
    send: (values) => call(confirmPassword, values),
    onSent: given,
    problems: underField('password'),
  });
  return (
    <Modal
      opened
      onClose={close}
      centered
      size={400}
      title={t('ask_password.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form {...bind} className={c.password}>
        <p>{lead}</p>
        <WhosePassword email={user.email ?? ''} />
        <PasswordField
          data-autofocus
          label={t('sign_in.password')}
          name="password"
          {...form.getInputProps('password')}
        />
        <SendButton loading={isSending} restSeconds={restSeconds}>
          {t('ask_password.go_on')}
        </SendButton>
      </form>
    </Modal>
  );
}

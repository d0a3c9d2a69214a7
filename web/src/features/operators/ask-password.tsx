import { Button, Modal, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmPassword } from '#contract/operators.ts';
import { call } from '../../api/call.ts';
import { isApiError } from '../../api/problem.ts';
import { fieldErrors, focusFirstProblem, problemsOf } from '../../ui/form-problems.ts';
import c from './operators.module.css';

/**
 * For what asks for the password again: `run` does it, and where the server wants the password first the dialog asks for
 * it and does it then. Render `dialog`.
 */
export function useAskPassword() {
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
  const dialog = waiting && <PasswordDialog given={waiting.again} close={waiting.giveUp} />;
  return { run, dialog };
}

function PasswordDialog({ given, close }: { given: () => void; close: () => void }) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const form = useForm({
    initialValues: { password: '' },
    validate: (values) => problemsOf(confirmPassword.data, values),
  });
  const confirm = useMutation({
    mutationFn: (values: typeof form.values) => call(confirmPassword, values),
    onSuccess: given,
    onError: (error) => {
      const errors = fieldErrors(error);
      form.setErrors({ password: errors.password ?? errors[''] });
      focusFirstProblem(element.current, { password: true });
    },
  });
  return (
    <Modal
      opened
      onClose={close}
      centered
      size={400}
      title={t('operators.password_title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        className={c.password}
        noValidate
        ref={element}
        onSubmit={form.onSubmit((values) => confirm.mutate(values))}
      >
        <p>{t('operators.password_lead')}</p>
        <PasswordInput
          data-autofocus
          label={t('sign_in.password')}
          name="password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('common.show_password') }}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={confirm.isPending}>
          {t('operators.password_go_on')}
        </Button>
      </form>
    </Modal>
  );
}

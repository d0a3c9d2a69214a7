import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { changeAddress } from '#contract/recovery.ts';
import { call } from '../../api/call.ts';
import { useSelf } from '../../api/self.ts';
import { FormPart } from '../../ui/form-page.tsx';
import { fieldErrors, focusFirstProblem, problemsOf } from '../../ui/form-problems.ts';
import { toastError } from '../../ui/toast.tsx';
import c from './door.module.css';
import { OutboxHint } from './outbox-hint.tsx';

const empty = { email: '', password: '' };
const trimmed = (values: typeof empty) => ({ ...values, email: values.email.trim() });

/** One's own address, changed by saying the password and answering a letter to the new one. A part of a page of the desk. */
export function ChangeAddressPart() {
  const { t } = useTranslation();
  const { user } = useSelf();
  const element = useRef<HTMLFormElement>(null);
  const form = useForm({ initialValues: empty, validate: (values) => problemsOf(changeAddress.data, trimmed(values)) });
  const change = useMutation({
    mutationFn: (values: typeof empty) => call(changeAddress, trimmed(values)),
    onSuccess: () => form.reset(),
    onError: (error) => {
      const errors = fieldErrors(error);
      form.setErrors(errors);
      if (!focusFirstProblem(element.current, errors)) toastError(t('recovery.not_changed'), error);
    },
  });
  const sentTo = change.isSuccess ? change.variables.email.trim() : undefined;
  const lead = (
    <Trans i18nKey="recovery.change_address_lead" values={{ address: user.email ?? '' }} components={{ b: <b /> }} />
  );
  return (
    <FormPart title={t('recovery.address')} lead={lead}>
      <form
        ref={element}
        className={c.fields}
        noValidate
        aria-label={t('recovery.change_address')}
        onSubmit={form.onSubmit(
          (values) => change.mutate(values),
          (errors) => focusFirstProblem(element.current, errors),
        )}
      >
        <p className={c.lead}>
          <Trans
            i18nKey="recovery.change_address_lead"
            values={{ address: user.email ?? '' }}
            components={{ b: <b /> }}
          />
        </p>
        <TextInput
          label={t('recovery.new_address')}
          type="email"
          name="email"
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('recovery.current_password')}
          name="password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('common.show_password') }}
          {...form.getInputProps('password')}
        />
        <div>
          <Button type="submit" loading={change.isPending}>
            {t('recovery.change_address')}
          </Button>
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

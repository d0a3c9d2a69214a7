import { Anchor, Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeUnconfirmedAddress } from '#contract/registration.ts';
import { call } from '../../api/call.ts';
import { refetchSelf } from '../../api/self.ts';
import { problemsOf } from '../../ui/form-problems.ts';
import { SendButton } from '../../ui/send-button.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useSentForm } from '../../ui/use-sent-form.ts';
import c from './door.module.css';

/** A typo in the address is corrected on the spot. */
export function ChangeUnconfirmedAddress({ address, onSent }: { address: string; onSent: (seconds: number) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, open] = useState(false);
  const close = () => {
    open(false);
    setTimeout(() => opener.current?.focus());
  };
  const { form, bind, isSending, restSeconds } = useSentForm({
    initial: { email: address },
    validate: ({ email }) => problemsOf(changeUnconfirmedAddress.data, { email: email.trim() }),
    send: async ({ email }) => {
      const sent = await call(changeUnconfirmedAddress, { email: email.trim() });
      await refetchSelf(client);
      return sent;
    },
    onSent: ({ next_try_in_seconds }) => {
      toast({ status: 'success', title: t('confirmation.sent') });
      onSent(next_try_in_seconds);
      close();
    },
    onProblem: (error) => toastError(t('confirmation.not_changed'), error),
  });
  if (!isOpen) {
    return (
      <p className={c.line}>
        {t('confirmation.wrong_address')}{' '}
        <Anchor
          ref={opener}
          component="button"
          type="button"
          fz={13}
          onClick={() => {
            form.setValues({ email: address });
            open(true);
          }}
        >
          {t('confirmation.use_another')}
        </Anchor>
      </p>
    );
  }
  return (
    <form {...bind} className={c.inline}>
      <TextInput
        size="md"
        label={t('confirmation.right_address')}
        type="email"
        name="email"
        autoComplete="email"
        autoFocus
        {...form.getInputProps('email')}
      />
      <div className={c.actions}>
        <SendButton size="md" loading={isSending} restSeconds={restSeconds}>
          {t('confirmation.change')}
        </SendButton>
        <Button size="md" variant="subtle" color="gray" onClick={close}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}

import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type OperatedCompany, suspendCompany, suspensionReasonMax } from '#contract/operated-companies.ts';
import { call } from '../../api/call.ts';
import { useSelf } from '../../api/self.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { problemsOf } from '../../ui/form-problems.ts';
import { SendButton } from '../../ui/send-button.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useSentForm } from '../../ui/use-sent-form.ts';
import c from './operated-companies.module.css';

/** Why a company may not work, and whom its people write to; the words of one that is suspended already can be corrected. */
export function SuspendDialog(props: {
  of: OperatedCompany;
  run: <T>(work: () => Promise<T>) => Promise<T | undefined>;
  close: () => void;
}) {
  const { of, run, close } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const { user } = useSelf();
  const { form, bind, isSending, restSeconds } = useSentForm({
    initial: { reason: of.suspension?.reason ?? '', contact: of.suspension?.contact ?? user.email ?? '' },
    validate: (values) => problemsOf(suspendCompany.data, wanted(values)),
    send: (values) => run(() => call(suspendCompany, wanted(values))),
    onSent: async (done) => {
      if (!done) return;
      toast({ status: 'success', title: t('operators.companies.suspended', { company: of.company_name }) });
      close();
      await client.invalidateQueries({ queryKey: ['operated-companies'] });
    },
    onProblem: (error) => toastError(t('operators.companies.not_suspended'), error),
  });
  function wanted({ reason, contact }: { reason: string; contact: string }) {
    return { company_id: of.id, reason: reason.replaceAll(/\s+/g, ' ').trim(), contact: contact.trim() };
  }
  return (
    <Dialog close={close} size={480} title={t('operators.companies.suspend_title', { company: of.company_name })}>
      <form className={c.form} {...bind}>
        <p>{t('operators.companies.suspend_text')}</p>
        <Textarea
          data-autofocus
          name="reason"
          label={t('operators.companies.reason')}
          description={t('operators.companies.reason_help')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={suspensionReasonMax}
          {...form.getInputProps('reason')}
        />
        <TextInput
          name="contact"
          type="email"
          label={t('operators.companies.contact')}
          maxLength={255}
          {...form.getInputProps('contact')}
        />
        <SendButton loading={isSending} restSeconds={restSeconds} color="var(--p-danger)">
          {t(of.state === 'suspended' ? 'operators.companies.save' : 'operators.companies.suspend_confirm')}
        </SendButton>
      </form>
    </Dialog>
  );
}

import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { invitationLengthMax, inviteVisitor, type Visit } from '#contract/visits.ts';
import { call } from '../../api/call.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { problemsOf } from '../../ui/form-problems.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { SendButton } from '../../ui/send-button.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useSentForm } from '../../ui/use-sent-form.ts';
import { nameOf } from './visitor-name.ts';
import c from './visitors.module.css';

/** Writes first: what is shown at the launcher of the visitor's page. */
export function InviteDialog({ of, close }: { of: Visit; close: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const name = nameOf(t, of);
  const again = () => client.invalidateQueries({ queryKey: ['visits'] });
  const { form, bind, isSending, restSeconds } = useSentForm({
    initial: { text: '' },
    validate: (values) => problemsOf(inviteVisitor.data, { id: of.id, ...values }),
    send: ({ text }) => call(inviteVisitor, { id: of.id, text: text.trim() }),
    async onSent() {
      toast({ status: 'success', title: t('visitors.written', { name }) });
      close();
      await again();
    },
    onProblem(error) {
      toastError(t('visitors.not_written', { name }), error);
      void again();
    },
  });
  return (
    <Dialog close={close} title={t('visitors.write_to', { name })} closeOnClickOutside={form.values.text.trim() === ''}>
      <form {...bind} className={c.invite}>
        <p>
          {t('visitors.now_on')} <PageLink url={of.page.url} words={of.page.title} />
        </p>
        <Textarea
          name="text"
          label={t('visitors.message')}
          description={t('visitors.message_help')}
          data-autofocus
          autosize
          minRows={3}
          maxRows={8}
          maxLength={invitationLengthMax}
          {...form.getInputProps('text')}
        />
        <div className={c.buttons}>
          <Button variant="default" onClick={close}>
            {t('common.cancel')}
          </Button>
          <SendButton loading={isSending} restSeconds={restSeconds}>
            {t('visitors.show')}
          </SendButton>
        </div>
      </form>
    </Dialog>
  );
}

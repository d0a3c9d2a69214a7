import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inboundMails, moveToTicket } from '#contract/inbound-mails.ts';
import { call } from '../../api/call.ts';
import { errorText } from '../../i18n/problem-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import c from './mail-log.module.css';
import { readingAgainMs } from './mail-log-query.ts';

/** Asks for a ticket's number, with or without the company's letters, and puts the mail there. */
export function MoveToTicket({ id, subject, close }: { id: number; subject: string; close: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const number = numberOf(typed);
  const move = useMutation({
    meta: { isShown: true },
    mutationFn: (to: number) => call(moveToTicket, { id, number: to }, { patienceMs: readingAgainMs }),
    onSuccess: async ({ ticket_id }) => {
      close();
      toast({
        status: 'success',
        title: t('mail_log.moved'),
        action: {
          label: t('mail_log.open_ticket'),
          onClick: () => void navigate({ to: '/tickets/$id', params: { id: ticket_id } }),
        },
      });
      await client.invalidateQueries({ queryKey: [inboundMails.name] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (number !== null) move.mutate(number);
  };
  const problem = move.isError ? errorText(move.error) : typed && number === null ? t('mail_log.number_wrong') : null;
  return (
    <Dialog close={close} title={t('mail_log.move_title')}>
      <form className={c.move} onSubmit={submit}>
        <p>{subject}</p>
        <TextInput
          label={t('mail_log.number')}
          placeholder="LO-4318"
          data-autofocus
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            move.reset();
          }}
          error={problem}
        />
        <Button type="submit" loading={move.isPending}>
          {t('mail_log.move_action')}
        </Button>
      </form>
    </Dialog>
  );
}

const numberMax = 2_147_483_647;

/** `LO-4318`, `#4318`, `4318` → 4318. */
export function numberOf(typed: string): number | null {
  const digits = /^\p{L}{0,2}[-#\s]*(\d{1,10})$/u.exec(typed.trim())?.[1];
  const number = Number(digits);
  return digits && number > 0 && number <= numberMax ? number : null;
}

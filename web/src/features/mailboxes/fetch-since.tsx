import { Button, Popover, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchSince } from '#contract/mailboxes.ts';
import { call } from '../../api/call.ts';
import { dayWithin } from '../../i18n/time.ts';
import { toast, toastError } from '../../ui/toast.tsx';
import { WhyNot } from '../../ui/why-not.tsx';
import c from './mailbox-form.module.css';
import type { Mailbox } from './mailbox-values.ts';

const dayMs = 86_400_000;
const usualDays = 7;

/** Reads the mailbox again from a past day on. What is known already stays as it is. */
export function FetchSince({ of, reason }: { of: Mailbox; reason: string | undefined }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [since, setSince] = useState(() => isoDay(Date.now() - usualDays * dayMs));
  const today = isoDay(Date.now());
  const isPast = /^\d{4}-\d{2}-\d{2}$/.test(since) && since < today;
  const day = isPast ? dayWithin(new Date(`${since}T12:00:00`)) : null;
  const fetching = useMutation({
    mutationFn: () => call(fetchSince, { id: of.id, since }),
    onSuccess: () => {
      setIsOpen(false);
      toast({ status: 'success', title: t('mailbox.fetch.started', { day: day ?? since }) });
    },
    onError: (error) => toastError(t('mailbox.fetch.failed'), error),
  });
  const open = (
    <Button variant="default" fullWidth onClick={() => setIsOpen(!isOpen)}>
      {t('mailbox.fetch.open')}
    </Button>
  );
  if (reason !== undefined) return <WhyNot reason={reason}>{open}</WhyNot>;
  return (
    <Popover opened={isOpen} onChange={setIsOpen} width="target" trapFocus returnFocus>
      <Popover.Target>{open}</Popover.Target>
      <Popover.Dropdown aria-label={t('mailbox.fetch.open')}>
        <div className={c.popover}>
          <TextInput
            type="date"
            label={t('mailbox.fetch.since')}
            description={t('mailbox.fetch.help')}
            max={isoDay(Date.now() - dayMs)}
            value={since}
            onChange={(event) => setSince(event.currentTarget.value)}
            // Nothing is wrong with a day that is not chosen yet.
            error={since === '' || isPast ? undefined : t('mailbox.fetch.only_past')}
          />
          <Button disabled={!isPast} loading={fetching.isPending} onClick={() => fetching.mutate()}>
            {day ? t('mailbox.fetch.action', { day }) : t('mailbox.fetch.open')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** A day of this person's calendar. */
function isoDay(at: number): string {
  const day = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

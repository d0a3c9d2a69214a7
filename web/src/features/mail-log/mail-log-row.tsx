import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowRight, IconDots, IconDownload, IconListDetails, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type InboundOutcome, inboundMails, processAgain } from '#contract/inbound-mails.ts';
import { call } from '../../api/call.ts';
import { apiBase } from '../../api/send.ts';
import { formatBytes } from '../../i18n/time.ts';
import { DayTime } from '../../ui/day-time.tsx';
import { Icon } from '../../ui/icon.tsx';
import { HealthDot, type HealthLevel } from '../../ui/small-parts.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { WhyNotItem } from '../../ui/why-not.tsx';
import { MailHeaders } from './mail-headers.tsx';
import c from './mail-log.module.css';
import { type LoggedMail, readingAgainMs } from './mail-log-query.ts';
import { MoveToTicket } from './move-to-ticket.tsx';
import { reasonText } from './outcome-text.ts';

/** Coloured only where somebody may have to do something. */
const levels: Record<InboundOutcome, HealthLevel> = {
  waiting: 'idle',
  new_ticket: 'ok',
  appended: 'ok',
  automatic: 'idle',
  bounce: 'warn',
  spam: 'warn',
  kept: 'bad',
  own: 'idle',
};

/** One letter: when, from whom, about what, what became of it and why. */
export function MailLogRow({ mail, mayChange }: { mail: LoggedMail; mayChange: boolean }) {
  const { t } = useTranslation();
  const { text, words } = reasonText(mail);
  const sender = mail.from?.name || mail.from_address || t('mail_log.no_sender');
  return (
    <li className={c.row}>
      <span className={c.when}>
        <DayTime at={mail.received_at} />
        <small>{formatBytes(mail.size)}</small>
      </span>
      <span className={c.what}>
        <b>{mail.subject || t('mail_log.no_subject')}</b>
        <small title={mail.from_address ?? undefined}>{sender}</small>
      </span>
      <span className={c.outcome}>
        <span className={c.verdict}>
          <HealthDot level={levels[mail.outcome]}>{t(`mail_log.outcomes.${mail.outcome}`)}</HealthDot>
          {mail.ticket_id !== null && (
            <Link data-thumb to="/tickets/$id" params={{ id: mail.ticket_id }} title={mail.ticket.title ?? undefined}>
              {mail.ticket.case_number ?? t('mail_log.ticket')}
            </Link>
          )}
        </span>
        {(text || words) && (
          <small title={words || undefined}>
            {text} {words && <i>{words}</i>}
          </small>
        )}
      </span>
      <RowMenu mail={mail} mayChange={mayChange} />
    </li>
  );
}

function RowMenu({ mail, mayChange }: { mail: LoggedMail; mayChange: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'headers' | 'move' | null>(null);
  const again = useProcessAgain(mail.id);
  const name = mail.subject || t('mail_log.no_subject');
  const noSource = mail.has_raw === 1 ? undefined : t('mail_log.no_source');
  const reason = noSource ?? (mayChange ? undefined : t('why_not.role'));
  // A mail on its way is not to be touched; the page hears when it has arrived.
  const isSettled = mail.outcome !== 'waiting';
  return (
    <span className={c.menu}>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={28} aria-label={t('list.more', { name })}>
            <Icon of={IconDots} size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <WhyNotItem
            reason={noSource}
            leftSection={<Icon of={IconListDetails} size={16} />}
            onClick={() => setOpen('headers')}
          >
            {t('mail_log.headers')}
          </WhyNotItem>
          {noSource ? (
            <WhyNotItem reason={noSource} leftSection={<Icon of={IconDownload} size={16} />}>
              {t('mail_log.source')}
            </WhyNotItem>
          ) : (
            <Menu.Item
              component="a"
              href={`${apiBase}inbound-mails/${mail.id}/source`}
              download
              leftSection={<Icon of={IconDownload} size={16} />}
            >
              {t('mail_log.source')}
            </Menu.Item>
          )}
          {isSettled && (
            <>
              <Menu.Divider />
              <WhyNotItem
                reason={reason}
                leftSection={<Icon of={IconRefresh} size={16} />}
                onClick={() => again.mutate()}
              >
                {t('mail_log.again')}
              </WhyNotItem>
              <WhyNotItem
                reason={reason}
                leftSection={<Icon of={IconArrowRight} size={16} />}
                onClick={() => setOpen('move')}
              >
                {t('mail_log.move')}
              </WhyNotItem>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {open === 'headers' && <MailHeaders id={mail.id} subject={name} close={() => setOpen(null)} />}
      {open === 'move' && <MoveToTicket id={mail.id} subject={name} close={() => setOpen(null)} />}
    </span>
  );
}

function useProcessAgain(id: number) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(processAgain, { id }, { patienceMs: readingAgainMs }),
    onSuccess: async ({ outcome }) => {
      toast({ status: 'success', title: t('mail_log.processed'), text: t(`mail_log.outcomes.${outcome}`) });
      await client.invalidateQueries({ queryKey: [inboundMails.name] });
    },
    onError: (error) => toastError(t('mail_log.not_processed'), error),
  });
}

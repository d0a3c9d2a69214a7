import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/self.ts';
import { mailErrorText } from '../../i18n/mail-error-text.ts';
import { formatNumber } from '../../i18n/time.ts';
import { DayTime } from '../../ui/day-time.tsx';
import { Fact, HealthAside, Why } from '../../ui/health-aside.tsx';
import { MailboxHealth } from '../../ui/mailbox-health.tsx';
import { DomainCheck } from './domain-check.tsx';
import { FetchSince } from './fetch-since.tsx';
import c from './mailbox-form.module.css';
import { MailboxHistory } from './mailbox-history.tsx';
import type { Mailbox } from './mailbox-values.ts';
import { SendTest } from './send-test.tsx';

/** How the mailbox does, and what happened to it. */
export function MailboxAside({ of }: { of: Mailbox }) {
  const { t } = useTranslation();
  const reason = useMay('mailboxes.update', of.company_id) ? undefined : t('why_not.role');
  return (
    <HealthAside title={t('mailbox.health.title')}>
      <dl>
        <Fact name={t('mailbox.facts.state')}>
          <MailboxHealth of={of} />
        </Fact>
        <Fact name={t('mailbox.facts.fetched')}>{moment(of.last_fetched_at) ?? t('mailbox.facts.never')}</Fact>
        <Fact name={t('mailbox.facts.sent')}>{moment(of.last_sent_at) ?? t('mailbox.facts.never')}</Fact>
        <Fact name={t('mailbox.facts.waiting')}>{formatNumber(of.deliveries_waiting)}</Fact>
        <Fact name={t('mailbox.facts.waiting_in')}>{formatNumber(of.mails_waiting)}</Fact>
        {of.next_try_at && of.health_state !== 'ok' && (
          <Fact name={t('mailbox.facts.next_try')}>{moment(of.next_try_at)}</Fact>
        )}
      </dl>
      {of.health_key && of.health_state !== 'ok' && (
        <Why details={of.health_details}>{mailErrorText(of.health_key)}</Why>
      )}
      {of.send_error_key && (
        <Why details={of.send_error_details}>
          {t('mailbox.facts.not_sent', { why: mailErrorText(of.send_error_key) })}
        </Why>
      )}
      {of.copy_error_key && (
        <Why details={of.copy_error_details}>
          {t('mailbox.facts.not_copied', { why: mailErrorText(of.copy_error_key) })}
        </Why>
      )}
      <div className={c.actions}>
        <FetchSince of={of} reason={reason} />
        <SendTest of={of} reason={reason} />
      </div>
      {reason === undefined && <DomainCheck id={of.id} />}
      <h2>{t('mailbox.history.title')}</h2>
      <MailboxHistory id={of.id} />
    </HealthAside>
  );
}

function moment(at: string | null) {
  return at && <DayTime at={at} />;
}

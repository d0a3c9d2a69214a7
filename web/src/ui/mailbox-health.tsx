import { useTranslation } from 'react-i18next';
import type { ChannelHealth as HealthState } from '#contract/channel-health.ts';
import { dayTimeWithin } from '../i18n/time.ts';
import { mailboxTroubleOf } from './mailbox-trouble.ts';
import { HealthDot, type HealthLevel } from './small-parts.tsx';

type Health = {
  health_state: HealthState;
  health_key: string | null;
  health_since: string | null;
  send_error_key?: string | null;
  copy_error_key?: string | null;
  is_deleted?: 0 | 1;
};

const levels: Record<HealthState, HealthLevel> = {
  ok: 'ok',
  connecting: 'idle',
  degraded: 'warn',
  action_needed: 'bad',
};

/** `Working`, `Not reachable since Today 08:55`, `Cannot send`, `No copies in Sent`, `Needs action`. */
export function MailboxHealth({ of }: { of: Health }) {
  const { t } = useTranslation();
  // It rests, whatever it was doing.
  if (of.is_deleted === 1) return <HealthDot level="idle">{t('list.segments.disabled')}</HealthDot>;
  if (of.send_error_key && of.health_state !== 'action_needed')
    return <HealthDot level="bad">{t('mailbox.health.cannot_send')}</HealthDot>;
  if (of.copy_error_key && of.health_state === 'ok')
    return <HealthDot level="warn">{t('mailbox.health.no_copies')}</HealthDot>;
  const trouble = mailboxTroubleOf(of.health_key);
  const name = of.health_state === 'degraded' ? trouble : of.health_state;
  const since = of.health_state === 'degraded' && of.health_since ? dayTimeWithin(of.health_since) : null;
  return (
    <HealthDot level={levels[of.health_state]}>
      {since ? t(`mailbox.health.${trouble}_since`, { since }) : t(`mailbox.health.${name}`)}
    </HealthDot>
  );
}

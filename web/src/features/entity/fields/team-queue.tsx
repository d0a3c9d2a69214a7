import { useTranslation } from 'react-i18next';
import { formatWait } from '../../../i18n/time.ts';
import { HealthDot } from '../../../ui/small-parts.tsx';

type Queue = { queued: number; queued_since: string | null };

/** How many tickets wait for somebody of a team, and the first of them for how long. */
export function TeamQueue({ of }: { of: Queue }) {
  const { t } = useTranslation();
  if (of.queued === 0) return t('team.queue_empty');
  const waiting = t('team.queue', { count: of.queued });
  if (of.queued_since === null) return waiting;
  return <HealthDot level="warn">{t('team.queue_since', { waiting, wait: formatWait(of.queued_since) })}</HealthDot>;
}

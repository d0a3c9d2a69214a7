import { useTranslation } from 'react-i18next';
import { HealthDot } from '../../../ui/small-parts.tsx';
import c from './fields.module.css';

type Counts = { users_online: number; users_pause_phone: number; users_offline: number };

/** How many of a team are there, live. */
export function TeamCounts({ of }: { of: Counts }) {
  const { t } = useTranslation();
  return (
    <span className={c.there}>
      <HealthDot level={of.users_online > 0 ? 'ok' : 'idle'}>{t('team.online', { count: of.users_online })}</HealthDot>
      {of.users_pause_phone > 0 && (
        <HealthDot level="warn">{t('team.paused', { count: of.users_pause_phone })}</HealthDot>
      )}
      {of.users_offline > 0 && <HealthDot level="idle">{t('team.offline', { count: of.users_offline })}</HealthDot>}
    </span>
  );
}

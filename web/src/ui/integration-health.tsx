import { useTranslation } from 'react-i18next';
import type { ChannelHealth as HealthState } from '#contract/channel-health.ts';
import { HealthDot, type HealthLevel } from './small-parts.tsx';

export const healthLevels: Record<HealthState, HealthLevel> = {
  ok: 'ok',
  connecting: 'idle',
  degraded: 'warn',
  action_needed: 'bad',
};

/** Of its token: whether messages flow is another matter. */
export function IntegrationHealth({ of }: { of: { health_state: HealthState; is_deleted?: 0 | 1 } }) {
  const { t } = useTranslation();
  if (of.is_deleted === 1) return <HealthDot level="idle">{t('list.segments.disabled')}</HealthDot>;
  return (
    <HealthDot level={healthLevels[of.health_state]}>
      {t(`entities.integrations.choices.health_state.${of.health_state}`)}
    </HealthDot>
  );
}

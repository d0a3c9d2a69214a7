import { useTranslation } from 'react-i18next';
import type { ChannelHealth as HealthState } from '#contract/channel-health.ts';
import { HealthDot, type HealthLevel } from './small-parts.tsx';

const levels: Record<HealthState, HealthLevel> = {
  ok: 'ok',
  connecting: 'idle',
  degraded: 'warn',
  action_needed: 'bad',
};

/** Of its token: whether messages flow is another matter. */
export function IntegrationHealth({ of }: { of: { health_state: HealthState } }) {
  const { t } = useTranslation();
  return <HealthDot level={levels[of.health_state]}>{t(`integrations.health.${of.health_state}`)}</HealthDot>;
}

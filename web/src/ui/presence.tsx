import { useTranslation } from 'react-i18next';
import { HealthDot } from './small-parts.tsx';

export type PresenceState = 'online' | 'paused' | 'offline';
const levels = { online: 'ok', paused: 'warn', offline: 'idle' } as const;

/** Whether somebody is there, in words with a mark. */
export function Presence({ of }: { of: PresenceState }) {
  const { t } = useTranslation();
  return <HealthDot level={levels[of]}>{t(`presence.${of}`)}</HealthDot>;
}

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import c from './connection-banner.module.css';
import { useRealtimeState } from './realtime.tsx';

/** A lift or a tunnel is no news; what lasts longer is. */
const patienceMs = 3_000;

/** Says that what is on the screen may be old, and goes by itself. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const isLive = useRealtimeState() === 'live';
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (isLive) return;
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isLive]);
  return (
    <div className={c.banner} role="status" data-shown={isLate || undefined}>
      {isLate && t('realtime.offline')}
    </div>
  );
}

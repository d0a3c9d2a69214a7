import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionState } from '../api/session.ts';
import { dayTimeWithin, formatTime } from '../i18n/time.ts';
import c from './connection-banner.module.css';
import { knownAt, onKnownAt } from './known-at.ts';
import { useRealtimeState } from './realtime.tsx';

/** A lift or a tunnel is no news; what lasts longer is. */
const patienceMs = 3_000;

/** Says that what is on the screen may be old, and goes by itself. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const isLive = useRealtimeState() === 'live';
  // What is owed for the session is asked over the page: the network is not to blame.
  const isIn = useSessionState() === 'in';
  const from = useSyncExternalStore(onKnownAt, knownAt);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (isLive || !isIn) return;
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isLive, isIn]);
  return (
    <div className={c.banner} role="status" data-shown={isLate || undefined}>
      {isLate && (
        <>
          {t('realtime.offline')} {from !== null && t('realtime.known_at', { time: timeOf(new Date(from)) })}
        </>
      )}
    </div>
  );
}

const timeOf = (at: Date): string =>
  at.toDateString() === new Date().toDateString() ? formatTime(at) : dayTimeWithin(at);

import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMinutes } from '../../i18n/time.ts';
import { useCountdown } from '../../ui/use-countdown.ts';
import c from './door.module.css';

/** How long a lock still lasts, and how it opens sooner. */
export function LockedNote({ seconds }: { seconds: number }) {
  const { t } = useTranslation();
  const [secondsLeft, start] = useCountdown();
  useEffect(() => start(seconds), [seconds, start]);
  if (secondsLeft === 0) return null;
  const time = formatMinutes(Math.ceil(secondsLeft / 60));
  return (
    <p className={c.note} role="status">
      <b>{t('lock.left', { time })}</b> {t('lock.letter')}
    </p>
  );
}

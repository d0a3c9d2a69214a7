import { useTranslation } from 'react-i18next';
import { dayTimeWithin, formatDayTime, formatFull, readTime } from '../i18n/time.ts';
import { Tip } from './tip.tsx';

/** `isWithin`: other words of the line stand before it. */
export function DayTime({ at, isWithin }: { at: string; isWithin?: boolean }) {
  useTranslation(); // renders again in another language
  return (
    <Tip label={formatFull(at)}>
      <time dateTime={readTime(at).toISOString()}>{isWithin ? dayTimeWithin(at) : formatDayTime(at)}</time>
    </Tip>
  );
}

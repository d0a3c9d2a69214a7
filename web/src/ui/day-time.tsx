import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dayTimeWithin, formatDayTime, formatFull, readTime } from '../i18n/time.ts';

/** `isWithin`: other words of the line stand before it. */
export function DayTime({ at, isWithin }: { at: string; isWithin?: boolean }) {
  useTranslation(); // renders again in another language
  return (
    <Tooltip label={formatFull(at)}>
      <time dateTime={readTime(at).toISOString()}>{isWithin ? dayTimeWithin(at) : formatDayTime(at)}</time>
    </Tooltip>
  );
}

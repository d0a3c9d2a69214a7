import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDayTime, formatFull, readTime } from '../i18n/time.ts';

export function DayTime({ at }: { at: string }) {
  useTranslation(); // renders again in another language
  return (
    <Tooltip label={formatFull(at)}>
      <time dateTime={readTime(at).toISOString()}>{formatDayTime(at)}</time>
    </Tooltip>
  );
}

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BusinessHours, localTime, nextChange } from '#contract/business-hours.ts';
import { currentLocale } from '../../../i18n/language.ts';
import { timeIn } from '../../../i18n/time.ts';
import { HealthDot } from '../../../ui/small-parts.tsx';

const lookEveryMs = 20_000;
const dayMs = 24 * 3_600_000;

/** `Open now, closes 18:00`, `Opens Monday 09:00`: by the calendar's own clock. */
export function OpenNow({ of }: { of: BusinessHours }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  const { isOpen, changesAt } = nextChange(of, now);
  if (changesAt === null)
    return <HealthDot level={isOpen ? 'ok' : 'idle'}>{t(isOpen ? 'calendar.always' : 'calendar.never')}</HealthDot>;
  return (
    <HealthDot level={isOpen ? 'ok' : 'idle'}>
      {t(isOpen ? 'calendar.open_now' : 'calendar.opens', { at: whenIn(of.time_zone, changesAt, now) })}
    </HealthDot>
  );
}

/** `18:00` today, `Monday 09:00` within a week, `2 January 09:00` later. */
function whenIn(timeZone: string, at: number, now: number): string {
  const time = timeIn(timeZone, new Date(at));
  const [day, today] = [Math.floor(localTime(timeZone, at) / dayMs), Math.floor(localTime(timeZone, now) / dayMs)];
  if (day === today) return time;
  const options: Intl.DateTimeFormatOptions = day - today < 7 ? { weekday: 'long' } : { day: 'numeric', month: 'long' };
  return `${new Intl.DateTimeFormat(currentLocale(), { ...options, timeZone }).format(at)} ${time}`;
}

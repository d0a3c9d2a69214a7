import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Interval, type Week, type Weekday, weekdays } from '#contract/business-hours.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { CustomFieldProps } from '../form-field.ts';
import c from './fields.module.css';
import { HoursInput } from './hours-input.tsx';
import { writeHours } from './parse-hours.ts';

const workdays = weekdays.slice(0, 5);

/** Opening hours, a line a day: typed as one would say them, and copied from one day to the others. */
export function WeekField({ value, onChange, error, isReadOnly }: CustomFieldProps) {
  const week = asWeek(value);
  const set = (days: readonly Weekday[], hours: readonly Interval[]) =>
    onChange({ ...week, ...Object.fromEntries(days.map((day) => [day, hours])) });
  return (
    <div className={c.week}>
      {weekdays.map((day) => (
        <Day
          key={day}
          day={day}
          hours={week[day]}
          isReadOnly={isReadOnly}
          set={(hours) => set([day], hours)}
          copyTo={(days) => set(days, week[day])}
        />
      ))}
      {error && <p className={c.error}>{error}</p>}
    </div>
  );
}

function Day(props: {
  day: Weekday;
  hours: readonly Interval[];
  isReadOnly: boolean;
  set: (hours: readonly Interval[]) => void;
  copyTo: (days: readonly Weekday[]) => void;
}) {
  const { day, hours, isReadOnly, set, copyTo } = props;
  const { t } = useTranslation();
  const name = t(`calendar.days.${day}`);
  return (
    <div className={c.day} data-day={day}>
      <HoursInput name={`week.${day}`} label={name} placeholder={t('calendar.closed')} hours={hours} set={set} />
      {!isReadOnly && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Tooltip label={t('calendar.copy')}>
              <ActionIcon size={32} variant="subtle" color="gray" aria-label={t('calendar.copy_of', { day: name })}>
                <Icon of={IconCopy} size={16} />
              </ActionIcon>
            </Tooltip>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => copyTo(workdays)}>{t('calendar.copy_workdays')}</Menu.Item>
            <Menu.Item onClick={() => copyTo(weekdays)}>{t('calendar.copy_all')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

/** To be read: a line a day. */
export function weekWords(value: unknown): ReactNode {
  const week = asWeek(value);
  return weekdays.map((day) => (
    <div key={day}>
      {i18next.t(`calendar.days.${day}`)}: {writeHours(week[day]) || i18next.t('calendar.closed')}
    </div>
  ));
}

const nineToSix: readonly Interval[] = [['09:00', '18:00']];
/** As a calendar begins. */
export const usualWeek: Week = {
  mon: nineToSix,
  tue: nineToSix,
  wed: nineToSix,
  thu: nineToSix,
  fri: nineToSix,
  sat: [],
  sun: [],
};

export const asWeek = (value: unknown): Week =>
  // What the contract or this field wrote.
  typeof value === 'object' && value !== null ? (value as Week) : usualWeek;

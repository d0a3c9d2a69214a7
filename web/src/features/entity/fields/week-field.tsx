import { ActionIcon, Menu, TextInput, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Interval, type Week, type Weekday, weekdays } from '#contract/business-hours.ts';
import { weekValue } from '#contract/calendars.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { CustomFieldProps } from '../form-field.ts';
import c from './fields.module.css';
import { parseHours, writeHours } from './parse-hours.ts';

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
  // While somebody types, their words stand; then the hours do.
  const [typed, setTyped] = useState<string>();
  const name = t(`calendar.days.${day}`);
  const type = (text: string) => {
    setTyped(text);
    // What cannot be read is kept as an interval that no calendar takes, so that nothing is saved in its place.
    set(parseHours(text) ?? [[text, '']]);
  };
  const isUnreadable = hours.some(([, to]) => to === '');
  return (
    <div className={c.day} data-day={day}>
      <TextInput
        name={`week.${day}`}
        label={name}
        autoComplete="off"
        inputMode="text"
        placeholder={t('calendar.closed')}
        value={typed ?? writeHours(hours)}
        error={problemOf(day, hours)}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => !isUnreadable && setTyped(undefined)}
      />
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

function problemOf(day: Weekday, hours: readonly Interval[]): string | undefined {
  if (hours.some(([, to]) => to === '')) return i18next.t('calendar.unreadable');
  if (hours.some(([from, to]) => from >= to)) return i18next.t('calendar.over_midnight');
  return weekValue.shape[day].safeParse(hours).success ? undefined : i18next.t('errors.hours_overlap');
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

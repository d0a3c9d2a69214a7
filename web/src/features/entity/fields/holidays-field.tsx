import { ActionIcon, Button, Checkbox, FileButton, TextInput } from '@mantine/core';
import { IconPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import i18next from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Holiday } from '#contract/business-hours.ts';
import { holidayNameMax, holidaysMax, holidayValue } from '#contract/calendars.ts';
import { dayOf } from '../../../i18n/time.ts';
import { focusNextRow } from '../../../ui/focus-next-row.ts';
import { problemsOf } from '../../../ui/form-problems.ts';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import type { CustomFieldProps } from '../form-field.ts';
import c from './fields.module.css';
import { HoursInput } from './hours-input.tsx';
import { writeHours } from './parse-hours.ts';
import { chooseNew, icalBytesMax, readIcal } from './read-ical.ts';

/**
 * Days on which nobody is there, and such with hours of their own: a date or a range, once or every year; typed, or
 * holidays taken from an iCalendar file.
 */
export function HolidaysField({ value, onChange, errors, isReadOnly }: CustomFieldProps) {
  const { t } = useTranslation();
  const all = Array.isArray(value) ? (value as readonly Holiday[]) : []; // what the contract or this field wrote
  const change = (index: number, more: Partial<Holiday>) =>
    onChange(all.map((one, i) => (i === index ? { ...one, ...more } : one)));
  const add = (more: Pick<Holiday, 'hours'>) => {
    const today = dayOf(new Date());
    onChange([...all, { name: '', from: today, to: today, is_yearly: 0, ...more }]);
    requestAnimationFrame(() =>
      document.querySelector<HTMLInputElement>(`input[name="holidays.${all.length}.name"]`)?.focus(),
    );
  };
  const load = async (file: File | null) => {
    if (!file) return;
    const read = file.size > icalBytesMax ? undefined : readIcal(await file.text(), dayOf(new Date()));
    if (!read) return void toast({ status: 'error', title: t('calendar.not_read'), text: t('calendar.not_read_text') });
    const { added, left } = chooseNew(all, read.holidays);
    onChange([...all, ...added]);
    const leftOut = [
      ...(read.over > 0 ? [t('calendar.were', { count: read.over })] : []),
      ...(read.skipped > 0 ? [t('calendar.skipped', { count: read.skipped })] : []),
      ...(left > 0 ? [t('calendar.no_room', { count: left, max: holidaysMax })] : []),
    ];
    toast({
      status: added.length > 0 ? 'success' : 'info',
      title: t('calendar.loaded', { count: added.length }),
      ...(leftOut.length > 0 ? { text: leftOut.join('. ') } : {}),
    });
  };
  return (
    <div ref={focusNextRow} className={c.holidays}>
      {all.map((holiday, index) => (
        <HolidayRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list, and rows are not moved
          key={index}
          index={index}
          holiday={holiday}
          isReadOnly={isReadOnly}
          isNameDue={Boolean(errors[`${index}.name`])}
          areHoursDue={Boolean(errors[`${index}.hours`])}
          change={(more) => change(index, more)}
          remove={() => onChange(all.filter((_, i) => i !== index))}
        />
      ))}
      {all.length === 0 && <p className={c.none}>{t('calendar.no_holidays')}</p>}
      {!isReadOnly && (
        <div className={c.row}>
          <Button
            variant="default"
            leftSection={<Icon of={IconPlus} size={16} />}
            data-add
            onClick={() => add({})}
            disabled={all.length >= holidaysMax}
          >
            {t('calendar.add_holiday')}
          </Button>
          <Button
            variant="default"
            leftSection={<Icon of={IconPlus} size={16} />}
            onClick={() => add({ hours: [] })}
            disabled={all.length >= holidaysMax}
          >
            {t('calendar.add_special')}
          </Button>
          <FileButton accept=".ics,text/calendar" onChange={(file) => void load(file)}>
            {(button) => (
              <Button {...button} variant="default" leftSection={<Icon of={IconUpload} size={16} />}>
                {t('calendar.import')}
              </Button>
            )}
          </FileButton>
        </div>
      )}
    </div>
  );
}

/** To be read: a line for each. */
export function holidayWords(value: unknown): ReactNode {
  const all = Array.isArray(value) ? (value as readonly Holiday[]) : []; // what the contract or the field wrote
  if (all.length === 0) return i18next.t('calendar.no_holidays');
  return all.map(({ name, from, to, is_yearly, hours }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list, and rows are not moved
    <div key={index}>
      {[
        name,
        from === to ? from : `${from} – ${to}`,
        ...(is_yearly === 1 ? [i18next.t('calendar.yearly')] : []),
        ...(hours ? [writeHours(hours)] : []),
      ].join(', ')}
    </div>
  ));
}

function HolidayRow(props: {
  index: number;
  holiday: Holiday;
  isReadOnly: boolean;
  /** Somebody tried to save it without. */
  isNameDue: boolean;
  areHoursDue: boolean;
  change: (more: Partial<Holiday>) => void;
  remove: () => void;
}) {
  const { index, holiday, change } = props;
  const { t } = useTranslation();
  // A name is not asked for before one had the chance to type it.
  const [wasLeft, setWasLeft] = useState(false);
  const [wereHoursLeft, setHoursLeft] = useState(false);
  const problems = problemsOf(holidayValue, holiday);
  return (
    <div className={c.holiday}>
      <TextInput
        name={`holidays.${index}.name`}
        label={t('calendar.holiday')}
        value={holiday.name}
        maxLength={holidayNameMax}
        error={(wasLeft || props.isNameDue) && problems.name}
        onBlur={() => setWasLeft(true)}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        name={`holidays.${index}.from`}
        type="date"
        label={t('calendar.from')}
        value={holiday.from}
        error={problems.from}
        onChange={(event) => {
          const from = event.currentTarget.value;
          // A range keeps its end; a single day moves whole.
          change({ from, ...(holiday.to === holiday.from || holiday.to < from ? { to: from } : {}) });
        }}
      />
      <TextInput
        name={`holidays.${index}.to`}
        type="date"
        label={t('calendar.to')}
        value={holiday.to}
        error={problems.to}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
      {holiday.hours && (
        <div className={c.special}>
          <HoursInput
            name={`holidays.${index}.hours`}
            label={t('calendar.hours')}
            placeholder={t('calendar.hours_example')}
            hours={holiday.hours}
            error={(wereHoursLeft || props.areHoursDue) && t('errors.required')}
            set={(hours) => change({ hours })}
            onLeave={() => setHoursLeft(true)}
          />
        </div>
      )}
      <Checkbox
        label={t('calendar.yearly')}
        checked={holiday.is_yearly === 1}
        onChange={(event) => change({ is_yearly: event.currentTarget.checked ? 1 : 0 })}
      />
      {!props.isReadOnly && (
        <ActionIcon
          size={32}
          variant="subtle"
          color="gray"
          data-remove
          aria-label={t('calendar.remove_holiday', { name: holiday.name || holiday.from })}
          onClick={props.remove}
        >
          <Icon of={IconTrash} size={16} />
        </ActionIcon>
      )}
    </div>
  );
}

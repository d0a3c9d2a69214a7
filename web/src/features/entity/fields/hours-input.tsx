import { TextInput } from '@mantine/core';
import i18next from 'i18next';
import { type ReactNode, useState } from 'react';
import type { Interval } from '#contract/business-hours.ts';
import { specialHours } from '#contract/calendars.ts';
import { parseHours, writeHours } from './parse-hours.ts';

/** Opening hours of a day, typed as one would say them. */
export function HoursInput(props: {
  name: string;
  label: string;
  placeholder: string;
  hours: readonly Interval[];
  /** Where there are none. */
  error?: ReactNode;
  set: (hours: readonly Interval[]) => void;
  onLeave?: () => void;
}) {
  const { name, label, placeholder, hours, set } = props;
  // While somebody types, their words stand; then the hours do, and at once where others were put in their place.
  const [typed, setTyped] = useState<string>();
  const isStill = typed !== undefined && writeHours(read(typed)) === writeHours(hours);
  return (
    <TextInput
      name={name}
      label={label}
      autoComplete="off"
      // Beside its field, not above it.
      styles={{ label: { marginBottom: 0 } }}
      inputMode="text"
      placeholder={placeholder}
      value={isStill ? typed : writeHours(hours)}
      error={hours.length === 0 ? props.error : problemOf(hours)}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        set(read(event.currentTarget.value));
      }}
      onBlur={() => {
        if (!hours.some(isUnreadable)) setTyped(undefined);
        props.onLeave?.();
      }}
    />
  );
}

/** What cannot be read is kept as an interval that no calendar takes, so that nothing is saved in its place. */
const read = (text: string): readonly Interval[] => parseHours(text) ?? [[text, '']];
const isUnreadable = ([, to]: Interval): boolean => to === '';

function problemOf(hours: readonly Interval[]): string | undefined {
  if (hours.some(isUnreadable)) return i18next.t('calendar.unreadable');
  if (hours.some(([from, to]) => from >= to)) return i18next.t('calendar.over_midnight');
  return specialHours.safeParse(hours).success ? undefined : i18next.t('errors.hours_overlap');
}

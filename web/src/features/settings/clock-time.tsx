import { TextInput } from '@mantine/core';
import { useState } from 'react';

type Props = { label: string; value: string; disabled?: boolean; onChange: (time: string) => void };

/** Kept when the field is left: half a time is none. */
export function ClockTime({ label, value, disabled = false, onChange }: Props) {
  const [typed, type] = useState(value);
  return (
    <TextInput
      type="time"
      label={label}
      disabled={disabled}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => (/^\d\d:\d\d$/.test(typed) ? typed !== value && onChange(typed) : type(value))}
    />
  );
}

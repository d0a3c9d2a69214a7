import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { timeZones } from '../i18n/time-zones.ts';

type Props = Omit<SelectProps, 'data' | 'value' | 'searchable' | 'clearable'> & { value: string | null };

/** A time zone that may be left open. */
export function ZoneSelect({ value, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <Select
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('tickets.clear') }}
      maxDropdownHeight={320}
      data={timeZones(value ?? 'UTC')}
      value={value}
      {...props}
    />
  );
}

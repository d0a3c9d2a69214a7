import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useZoneChoices } from './use-zone-choices.ts';

type Props = Omit<SelectProps, 'data' | 'value' | 'searchable' | 'clearable'> & { value: string | null };

/** A time zone that may be left open. */
export function ZoneSelect({ value, ...props }: Props) {
  const { t } = useTranslation();
  const choices = useZoneChoices(value);
  return (
    <Select
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('tickets.clear') }}
      maxDropdownHeight={320}
      {...choices}
      value={value}
      {...props}
    />
  );
}

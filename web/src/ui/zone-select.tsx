import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchSelect } from './search-select.tsx';
import { useZoneChoices } from './use-zone-choices.ts';

type Props = Omit<ComponentProps<typeof SearchSelect>, 'data' | 'clearable'>;

/** A time zone that may be left open. */
export function ZoneSelect({ value, ...props }: Props) {
  const { t } = useTranslation();
  const choices = useZoneChoices(value);
  return (
    <SearchSelect
      clearable
      clearButtonProps={{ 'aria-label': t('form.clear_zone') }}
      styles={{ options: { maxHeight: 320 } }}
      {...choices}
      value={value}
      {...props}
    />
  );
}

import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import type { CustomFieldProps } from './form-field.ts';
import { textOf } from './form-values.ts';

/** Whom a thing is for, in a word. */
export function SharedMark({ isShared }: { isShared: boolean }) {
  const { t } = useTranslation();
  return t(isShared ? 'searches.shared' : 'searches.private');
}

/** Whether the company finds it: one that its owner has shared, nobody else takes back. */
export function SharedField({ name, label, value, onChange, error, row, isReadOnly }: CustomFieldProps) {
  const { t } = useTranslation();
  const { user } = useSelf();
  const isOthers = row !== null && 'user_id' in row && row.user_id !== user.id;
  return (
    <Switch
      name={name}
      label={label}
      description={isOthers && t('errors.owned_by_another')}
      error={error}
      disabled={isReadOnly || isOthers}
      checked={textOf(value) === '1'}
      onChange={(event) => onChange(event.currentTarget.checked ? '1' : '0')}
    />
  );
}

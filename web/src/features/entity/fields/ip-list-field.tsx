import { Button, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { linesOf } from '#contract/remote-access.ts';
import { useSelf } from '../../../api/self.ts';
import type { CustomFieldProps } from '../form-field.ts';
import { textOf } from '../form-values.ts';
import c from './fields.module.css';

/** Addresses from which a company is reached, one a line; the person's own is a click away. */
export function IpListField({ name, label, description, value, onChange, error, isReadOnly }: CustomFieldProps) {
  const { t } = useTranslation();
  const { address } = useSelf();
  const text = textOf(value);
  const lines = linesOf(text);
  return (
    <>
      <Textarea
        name={name}
        label={label}
        description={description}
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={false}
        error={error}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p className={c.note}>
        {t('access.remote.you_are_at', { address })}{' '}
        {!lines.includes(address) && !isReadOnly && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange([...lines, address].join('\n'))}>
            {t('access.remote.add_mine')}
          </Button>
        )}
      </p>
    </>
  );
}

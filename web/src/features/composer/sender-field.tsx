import { NativeSelect } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Address } from '#contract/messages.ts';
import c from './sender-field.module.css';

/** Which of our addresses the letter comes from, where there is a choice. */
export function SenderField(props: {
  senders: readonly Address[];
  value: string | null;
  onChange: (address: string) => void;
}) {
  const { senders, value, onChange } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={c.sender}>
      <label htmlFor={id}>{t('composer.from')}</label>
      <NativeSelect
        id={id}
        size="xs"
        variant="unstyled"
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={senders.map(({ name, address }) => ({ value: address, label: name ? `${name} <${address}>` : address }))}
      />
    </div>
  );
}

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
  /** As a field of a form, not as a line above a message. */
  isField?: boolean;
}) {
  const { senders, value, onChange, isField } = props;
  const { t } = useTranslation();
  const id = useId();
  const choice = {
    value: value ?? '',
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    data: senders.map(({ name, address }) => ({ value: address, label: name ? `${name} <${address}>` : address })),
  };
  if (isField) return <NativeSelect label={t('composer.from')} name="from" {...choice} />;
  return (
    <div className={c.sender}>
      <label htmlFor={id}>{t('composer.from')}</label>
      <NativeSelect id={id} size="xs" variant="unstyled" {...choice} />
    </div>
  );
}

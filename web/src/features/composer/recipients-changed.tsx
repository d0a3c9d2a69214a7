import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Recipient } from './recipients.ts';
import c from './recipients-field.module.css';

type Props = { added: readonly Recipient[]; leftOut: readonly Recipient[]; takeBack: () => void };

/** Whom the letter reaches besides those of the answered one, and whom it does not: said, for chips are soon overlooked. */
export function RecipientsChanged({ added, leftOut, takeBack }: Props) {
  const { t } = useTranslation();
  const names = (of: readonly Recipient[]) => of.map((one) => one.name || one.address).join(', ');
  return (
    <p className={c.changed} role="status">
      {added.length > 0 && <span>{t('writing.added_recipients', { names: names(added) })}</span>}
      {leftOut.length > 0 && <span>{t('writing.left_out_recipients', { names: names(leftOut) })}</span>}
      <UnstyledButton data-thumb className={c.more} onClick={takeBack}>
        {t('writing.suggested_recipients')}
      </UnstyledButton>
    </p>
  );
}

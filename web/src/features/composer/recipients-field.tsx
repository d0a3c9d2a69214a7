import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { readableAddress } from '../../ui/readable-address.ts';
import { RecipientInput } from './recipient-input.tsx';
import { addRecipients, parseRecipients, type Recipient, type RefusedRecipient } from './recipients.ts';
import c from './recipients-field.module.css';

export const recipientKinds = ['to', 'cc', 'bcc'] as const;
export type RecipientKind = (typeof recipientKinds)[number];
export type Recipients = Record<RecipientKind, Recipient[]>;
/** Pieces that are no addresses, kept to be corrected. */
export type Leftovers = Record<RecipientKind, readonly string[]>;
export const noLeftovers: Leftovers = { to: [], cc: [], bcc: [] };

type Props = {
  recipients: Recipients;
  leftovers: Leftovers;
  /** Those whom the last letter did not reach look like it. */
  refused?: readonly RefusedRecipient[];
  /** Which there are; all, when absent. */
  kinds?: readonly RecipientKind[];
  onChange: (recipients: Recipients, leftovers: Leftovers) => void;
};

/** To, Cc and Bcc as chips. What is pasted is taken apart; what is no address stays, in red, to be corrected. */
export function RecipientsField({ recipients, leftovers, refused = [], kinds = recipientKinds, onChange }: Props) {
  const { t } = useTranslation();
  const [asked, ask] = useState<readonly RecipientKind[]>([]);
  const shown = kinds.filter(
    (kind) => kind === 'to' || recipients[kind].length > 0 || leftovers[kind].length > 0 || asked.includes(kind),
  );
  const wrong = recipientKinds.flatMap((kind) => leftovers[kind]);
  const set = (kind: RecipientKind, good: Recipient[], bad: readonly string[]) =>
    onChange({ ...recipients, [kind]: good }, { ...leftovers, [kind]: bad });
  const add = (kind: RecipientKind, text: string) => {
    const { good, bad } = parseRecipients(text);
    if (good.length + bad.length > 0) set(kind, addRecipients(recipients[kind], good), [...leftovers[kind], ...bad]);
  };
  return (
    <div className={c.field}>
      {shown.map((kind) => (
        <fieldset key={kind} className={c.group}>
          <legend className="sr">{t(`composer.${kind}`)}</legend>
          <span aria-hidden>{t(`composer.${kind}`)}</span>
          {recipients[kind].map((one) => (
            <Chip
              key={one.address}
              text={one.name || readableAddress(one.address)}
              title={one.address}
              isRefused={isAmong(refused, one)}
              onRemove={() =>
                set(
                  kind,
                  recipients[kind].filter((other) => other !== one),
                  leftovers[kind],
                )
              }
            />
          ))}
          {leftovers[kind].map((piece) => (
            <Chip
              key={piece}
              isBad
              text={piece}
              title={piece}
              onRemove={() =>
                set(
                  kind,
                  recipients[kind],
                  leftovers[kind].filter((other) => other !== piece),
                )
              }
            />
          ))}
          <RecipientInput
            label={`${t(`composer.${kind}`)}: ${t('composer.add_recipient')}`}
            isEmpty={recipients[kind].length + leftovers[kind].length === 0}
            autoFocus={asked.includes(kind)}
            onAdd={(text) => add(kind, text)}
            onBack={() => set(kind, recipients[kind].slice(0, -1), leftovers[kind])}
          />
        </fieldset>
      ))}
      {kinds
        .filter((kind) => kind !== 'to' && !shown.includes(kind))
        .map((kind) => (
          <UnstyledButton
            data-thumb
            key={kind}
            className={c.more}
            aria-label={`${t(`composer.${kind}`)}: ${t('composer.add_recipient')}`}
            onClick={() => ask([...asked, kind])}
          >
            {t(`composer.${kind}`)}
          </UnstyledButton>
        ))}
      {wrong.length > 0 && (
        <p className={c.error} role="alert">
          {t('composer.not_an_address', { count: wrong.length, names: wrong.join(', ') })}
        </p>
      )}
    </div>
  );
}

const isAmong = (refused: readonly Recipient[], { address }: Recipient): boolean =>
  refused.some((one) => one.address.toLowerCase() === address.toLowerCase());

function Chip({
  text,
  title,
  isBad,
  isRefused,
  onRemove,
}: {
  text: string;
  title: string;
  isBad?: boolean;
  isRefused?: boolean;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  return (
    <span className={c.chip} data-bad={isBad || undefined} data-refused={isRefused || undefined} title={title}>
      {isRefused && <Icon of={IconAlertTriangle} size={14} />}
      <span>{text}</span>
      <UnstyledButton
        data-thumb
        className={c.remove}
        aria-label={t('composer.remove', { name: text })}
        onClick={onRemove}
      >
        <Icon of={IconX} size={14} />
      </UnstyledButton>
    </span>
  );
}

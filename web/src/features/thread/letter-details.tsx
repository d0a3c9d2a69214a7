import { useTranslation } from 'react-i18next';
import type { Address } from '#contract/messages.ts';
import { formatFull } from '../../i18n/time.ts';
import { addressText } from './address-text.ts';
import c from './letter-details.module.css';
import type { Message } from './message.ts';

/** From, to, copies, subject and date in full. */
export function LetterDetails({ message }: { message: Message }) {
  const { t } = useTranslation();
  const list = (of: readonly Address[]) => of.map(addressText).join(', ');
  const lines = [
    ['from', message.from ? addressText(message.from) : message.author.name],
    ['to', list(message.to)],
    ['cc', list(message.cc)],
    ['bcc', list(message.bcc)],
    ['subject', message.subject],
    ['date', formatFull(message.added)],
  ] as const;
  return (
    <dl className={c.details}>
      {lines.map(([name, value]) =>
        value ? (
          <div key={name}>
            <dt>{t(`thread.details.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

import { useTranslation } from 'react-i18next';
import type { RefusedRecipient } from './recipients.ts';
import c from './recipients-field.module.css';
import { type Recipients, recipientKinds } from './recipients-field.tsx';

type Props = { refused: readonly RefusedRecipient[]; recipients: Recipients };

/** Whom the last letter did not reach, in the words of their server: who is left out for it, and who stands there all the same. */
export function RecipientsRefused({ refused, recipients }: Props) {
  const { t } = useTranslation();
  if (refused.length === 0) return null;
  const there = new Set(recipientKinds.flatMap((kind) => recipients[kind].map((one) => one.address.toLowerCase())));
  return (
    <div className={c.refused} role="status">
      {refused.map(({ name, address, reason }) => (
        <p key={address}>
          {t(there.has(address.toLowerCase()) ? 'writing.refused_kept' : 'writing.refused_left_out', {
            name: name || address,
            reason,
          })}
        </p>
      ))}
    </div>
  );
}

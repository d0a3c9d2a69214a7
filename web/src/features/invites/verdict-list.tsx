import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { InviteVerdict } from '#contract/invites.ts';
import { Icon } from '../../ui/icon.tsx';
import c from './invites.module.css';

export type Verdict = { email: string; verdict: InviteVerdict };

export const isGood = ({ verdict }: Verdict): boolean => verdict === 'sent' || verdict === 'added';

/** What became of each address: first those with something left to do, else in the order in which they were typed. */
export function VerdictList({ verdicts }: { verdicts: readonly Verdict[] }) {
  const { t } = useTranslation();
  return (
    <ul className={c.verdicts} aria-live="polite" aria-label={t('invites.verdicts_label')}>
      {[...verdicts.filter((one) => !isGood(one)), ...verdicts.filter(isGood)].map((one) => {
        const { email, verdict } = one;
        return (
          <li key={email} data-good={isGood(one) || undefined}>
            <Icon of={isGood(one) ? IconCircleCheck : IconAlertCircle} size={16} />
            <span>
              <b>{email}</b> {t(`invites.verdicts.${verdict}`)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

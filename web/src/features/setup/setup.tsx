import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mailboxes } from '#contract/mailboxes.ts';
import { products } from '#contract/products.ts';
import { rowsQuery } from '../../api/rows.ts';
import { useSelf } from '../../api/self.ts';
import { Icon } from '../../ui/icon.tsx';
import c from './setup.module.css';

/** What a desk needs before its first letter, in this order. */
const setupSteps = ['companies', 'products', 'mailboxes'] as const;
export type SetupStep = (typeof setupSteps)[number];

/**
 * The step of the setting up that a page is, or null. It remains that until it is left: what it saves moves the desk on
 * before the page itself goes on.
 */
export function useSetup(page: string): SetupStep | null {
  const step = useSetupStep();
  const [begun, begin] = useState<SetupStep | null>(null);
  if (step === page && begun !== page) begin(step);
  return begun === page ? begun : null;
}

/** The step a new desk is at: the first thing it has none of; null when it has them all, or while nobody knows. */
function useSetupStep(): SetupStep | null {
  const hasCompany = useSelf().companies.length > 0;
  const one = { fields: ['id'], range: [0, 1] } as const;
  const productTotal = useQuery({ ...rowsQuery(products, one), enabled: hasCompany }).data?.total;
  const mailboxTotal = useQuery({ ...rowsQuery(mailboxes, one), enabled: hasCompany }).data?.total;
  if (!hasCompany) return 'companies';
  if (productTotal === 0) return 'products';
  if (productTotal !== undefined && mailboxTotal === 0) return 'mailboxes';
  return null;
}

/** Above a form of the first run: where we are, and why this is asked. */
export function SetupHeader({ step }: { step: SetupStep }) {
  const { t } = useTranslation();
  const at = setupSteps.indexOf(step);
  return (
    <header className={c.setup}>
      <ol aria-label={t('setup.steps')}>
        {setupSteps.map((one, index) => (
          <li key={one} data-done={index < at || undefined} aria-current={index === at ? 'step' : undefined}>
            <i>{index < at ? <Icon of={IconCheck} size={14} /> : index + 1}</i>
            {t(`setup.${one}.name`)}
          </li>
        ))}
      </ol>
      <h2>{t(`setup.${step}.title`)}</h2>
      <p>{t(`setup.${step}.text`)}</p>
    </header>
  );
}

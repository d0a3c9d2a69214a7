import { useTranslation } from 'react-i18next';
import type { ImportSummary } from '#contract/csv.ts';
import { formatNumber } from '../../i18n/time.ts';
import c from './csv.module.css';

/** How many rows of each kind: the same four numbers before and after. */
export function Numbers({ of, tense }: { of: ImportSummary; tense: 'would' | 'did' }) {
  const { t } = useTranslation();
  return (
    <dl className={c.numbers}>
      {(['created', 'updated', 'skipped', 'bad'] as const).map((one) => (
        <div key={one} data-bad={(one === 'bad' && of.bad > 0) || undefined}>
          <dt>{t(`csv.${tense}.${one}`)}</dt>
          <dd>{formatNumber(of[one])}</dd>
        </div>
      ))}
    </dl>
  );
}

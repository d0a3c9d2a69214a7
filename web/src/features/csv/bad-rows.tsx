import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportSummary } from '#contract/csv.ts';
import { formatNumber } from '../../i18n/time.ts';
import c from './csv.module.css';
import { columnOf, reasonOf } from './reason-of.ts';

/** Rows that cannot come in, or of which something did not, by their number in the file, and why. */
export function BadRows({ summary, title, action }: { summary: ImportSummary; title: string; action?: ReactNode }) {
  const { t } = useTranslation();
  const { problems, bad } = summary;
  const shown = new Set(problems.map((one) => one.row)).size;
  return (
    <section className={c.bad} aria-label={title}>
      <div className={c.line}>
        <h3>{title}</h3>
        {action}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <div className={c.scroll} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('csv.row')}</th>
              <th scope="col">{t('csv.column')}</th>
              <th scope="col">{t('csv.why')}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map((one) => (
              <tr key={`${one.row} ${one.title} ${one.key}`}>
                <td>{one.row}</td>
                <td>
                  {columnOf(one, t)}
                  {one.value && <small>{one.value}</small>}
                </td>
                <td>{reasonOf(one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown < bad && (
        <p className={c.dim}>{t('csv.more_bad', { shown: formatNumber(shown), all: formatNumber(bad) })}</p>
      )}
    </section>
  );
}

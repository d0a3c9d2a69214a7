import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BadRows } from './bad-rows.tsx';
import c from './csv.module.css';
import { JobOutcome } from './job-outcome.tsx';
import { Numbers } from './numbers.tsx';

/** What came in, and what did not. */
export function ImportResult({ id, afresh, back }: { id: number; afresh: () => void; back: () => void }) {
  const { t } = useTranslation();
  const words = { during: t('csv.importing'), done: t('csv.imported'), cancelled: t('csv.import_cancelled') };
  return (
    <JobOutcome id={id} words={words}>
      {(_job, summary) => (
        <>
          {summary && <Numbers of={summary} tense="did" />}
          {summary && summary.problems.length > 0 && <BadRows summary={summary} title={t('csv.did_not_come_in')} />}
          <div className={c.buttons}>
            <Button onClick={back}>{t('csv.to_list')}</Button>
            <Button variant="subtle" color="gray" onClick={afresh}>
              {t('csv.other_file')}
            </Button>
          </div>
        </>
      )}
    </JobOutcome>
  );
}

import i18next from 'i18next';
import type { Job } from '#contract/jobs.ts';
import type { ProblemKey } from '../api/problem.ts';
import { problemText } from './problem-text.ts';

/** Why a job failed; its text is filled with what the job says of itself. */
export const jobFailureText = ({ error, summary }: Job): string =>
  problemText({
    key: (error ?? 'internal') as ProblemKey,
    message: i18next.t('errors.internal'),
    values: Object.fromEntries(Object.entries(summary ?? {}).map(([name, value]) => [name, String(value)])),
  });

/** How many tickets a job left because their customers wrote, and how many did not take it; undefined: none. */
export function leftText({ wrote, refused }: { wrote: number; refused: number }): string | undefined {
  const said = [
    ...(wrote > 0 ? [i18next.t('jobs.wrote', { count: wrote })] : []),
    ...(refused > 0 ? [i18next.t('jobs.refused', { count: refused })] : []),
  ];
  return said.length > 0 ? said.join('. ') : undefined;
}

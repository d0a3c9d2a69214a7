import i18next from 'i18next';
import type { Job } from '#contract/jobs.ts';
import type { FieldProblem } from '../../api/problem.ts';
import { problemText } from '../../i18n/problem-text.ts';

/** Why a job failed. */
export const jobError = ({ error }: Job): string =>
  problemText({ key: (error ?? 'internal') as FieldProblem['key'], message: i18next.t('errors.internal') });

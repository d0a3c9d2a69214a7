import i18next from 'i18next';
import { isApiError } from '../api/problem.ts';
import { problemText } from '../i18n/problem-text.ts';

type Words = { title?: string | undefined; text?: string | undefined };
export type ToastWords = { title: string; text?: string };

/**
 * What a toast says: the title of its call, else that of SPEC section 7; and that of section 8 where there is not one word.
 */
export function toastWords(status: 'success' | 'info' | 'warning' | 'error', { title, text }: Words): ToastWords {
  const hasText = text !== undefined && text !== '';
  if (title !== undefined) return hasText ? { title, text } : { title };
  if (status !== 'error')
    return hasText ? { title: i18next.t('problem.success_of'), text } : { title: i18next.t('problem.success') };
  return hasText
    ? { title: i18next.t('problem.refused'), text }
    : { title: i18next.t('problem.refused_mutely'), text: i18next.t('problem.check_data') };
}

/** By what whoever runs the server finds what nobody expected; undefined where there is nothing to find. */
export const detailsOf = (error: unknown): string | undefined =>
  isApiError(error) && error.requestId ? `HTTP ${error.status} · ${error.requestId}` : undefined;

/**
 * What failed, and why (SPEC section 7): the words of the key, else those that were meant for it, else the server's own. What
 * is no refusal, such as silence, is an error.
 */
export function wordsOfFailure({ title, text }: Words, error: unknown): ToastWords {
  if (!isApiError(error)) return { title: title ?? i18next.t('problem.error'), text: i18next.t('errors.internal') };
  const why = problemText(error.errors[0], text);
  const isSilence = error.status === 0;
  return toastWords('error', { title: title ?? (isSilence ? i18next.t('problem.error') : undefined), text: why });
}

import i18next from 'i18next';

/** `1–25 of 353` below a list, and `1 of 1`. */
export function rowsRange(first: number, last: number, total: string): string {
  return i18next.t('list.range', { rows: first === last ? first : `${first}–${last}`, total });
}

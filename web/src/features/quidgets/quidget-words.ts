import i18next from 'i18next';
import type { ReactNode } from 'react';
import type { InstallationFinding } from '#contract/quidgets.ts';
import type { SideWords } from '../../ui/both-sides.tsx';

// Names of settings and their values, which no type can check: `quidget-words.test.ts` does.
const word = (key: string, values: Record<string, unknown> = {}): string =>
  i18next.t(key as 'quidget.fields.name', values);

/** What a field is called, wherever it is named alone. */
export function fieldWord(field: string): string {
  const [head, second = '', third] = field.split('/');
  if (head === 'texts') return `${word(`quidget.text.${third}`)} (${word(`quidget.languages.${second}`)})`;
  if (head === 'form' && third) return `${word(`quidget.asked.${third}`)} (${word(`quidget.when.${second}`)})`;
  return word(`quidget.fields.${second || field}`);
}

/** A choice of a setting. */
export const choiceWord = (setting: string, value: string): string => word(`quidget.choices.${setting}.${value}`);

/** What a check of the installation found, and what to do about it. */
export const findingWords = (key: InstallationFinding, values: Record<string, string>) => ({
  title: word(`quidget.found.${key}`, values),
  text: word(`quidget.found_text.${key}`, values),
});

const chosen = ['position', 'shape', 'scheme', 'consent', 'language', 'page_rule'];

/** For a person who chooses between two versions of a field. */
export function sideWords(nameOf: Record<'product' | 'calendar', (id: number) => string>): SideWords {
  return {
    label: fieldWord,
    show: (field, value): ReactNode => {
      const text = String(value ?? '');
      const [head, second = '', third] = field.split('/');
      if (field === 'product_id') return nameOf.product(Number(text));
      if (field === 'calendar_id') return text ? nameOf.calendar(Number(text)) : i18next.t('quidget.no_calendar');
      if (head === 'form' && third) return choiceWord('asked', text);
      if (chosen.includes(second)) return choiceWord(second, text);
      if (typeof value === 'number' && /^(has|hides|takes|asks|shows|sees)_/.test(second))
        return i18next.t(value === 1 ? 'common.yes' : 'common.no');
      if (head === 'proactive')
        return i18next.t('quidget.proactive.count', { count: (JSON.parse(text || '[]') as []).length });
      return text;
    },
  };
}

import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '#contract/settings.ts';
import { variablesIn } from '#contract/template-variables.ts';
import { useSelf } from '../../api/self.ts';
import c from './template-texts.module.css';

type Language = (typeof languages)[number];
export type InLanguages<T> = { readonly [one in Language]?: T | undefined };

/** What the form holds; nothing was written where it is no object. */
export const textsOf = <T,>(value: unknown): InLanguages<T> =>
  typeof value === 'object' && value !== null ? value : {};

/** The language that is written now: the person's own, unless only the other is there. */
export function useTextLanguage(texts: InLanguages<unknown>) {
  const { settings } = useSelf();
  return useState<Language>(() =>
    texts[settings.language] || Object.keys(texts).length === 0
      ? settings.language
      : (languages.find((one) => texts[one]) ?? 'en'),
  );
}

/** With the text of one language, or without it; in the order of the languages. */
export function withText<T>(texts: InLanguages<T>, language: Language, text: T | undefined): InLanguages<T> {
  const all: InLanguages<T> = { ...texts, [language]: text };
  return Object.fromEntries(languages.flatMap((one) => (all[one] === undefined ? [] : [[one, all[one]]])));
}

export function LanguageChoice(props: {
  texts: InLanguages<unknown>;
  language: Language;
  speak: (next: Language) => void;
}) {
  const { texts, language, speak } = props;
  const { t } = useTranslation();
  return (
    <SegmentedControl
      className={c.languages}
      aria-label={t('templates.language')}
      value={language}
      onChange={(next) => speak(next)}
      data={languages.map((one) => ({
        value: one,
        label: texts[one] ? languageNames[one].name : t('templates.no_text', { language: languageNames[one].name }),
      }))}
    />
  );
}

/** What stands in braces and means nothing would be sent as it stands. */
export function UnknownVariables({ text, isKnown }: { text: string; isKnown: (name: string) => boolean }) {
  const { t } = useTranslation();
  const unknown = variablesIn(text).filter((one) => !isKnown(one.name));
  if (unknown.length === 0) return null;
  return (
    <p className={c.unknown} role="status">
      {t('templates.unknown', { names: [...new Set(unknown.map((one) => one.text))].join(', ') })}
    </p>
  );
}

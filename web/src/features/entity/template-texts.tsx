import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '#contract/settings.ts';
import { isTemplateVariable, variablesIn } from '#contract/template-variables.ts';
import type { TemplateTexts as Texts } from '#contract/templates.ts';
import { useSelf } from '../../api/self.ts';
import { RichField } from '../../ui/editor/rich-field.tsx';
import { VariableMenu } from '../../ui/editor/variable-menu.tsx';
import type { CustomFieldProps } from './form-field.ts';
import { TemplatePreview } from './template-preview.tsx';
import c from './template-texts.module.css';

/** What a template says, a language at a time, and what a ticket would make of it. */
export function TemplateTexts({ name, label, value, onChange, error, values, isReadOnly }: CustomFieldProps) {
  const { t } = useTranslation();
  const { settings } = useSelf();
  const texts = (typeof value === 'object' && value !== null ? value : {}) as Texts; // what the contract calls texts
  const [language, speak] = useState(() =>
    texts[settings.language] || Object.keys(texts).length === 0
      ? settings.language
      : (languages.find((one) => texts[one]) ?? 'en'),
  );
  const html = texts[language] ?? '';
  const unknown = variablesIn(html).filter((one) => !isTemplateVariable(one.name));
  const write = (next: string) => {
    const { [language]: _, ...others } = texts;
    const all: Texts = next === '' ? others : { ...others, [language]: next };
    onChange(
      languages.some((one) => all[one])
        ? Object.fromEntries(languages.flatMap((one) => (all[one] ? [[one, all[one]]] : [])))
        : '',
    );
  };
  return (
    <div className={c.texts}>
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
      <RichField
        key={language}
        name={name}
        label={label}
        placeholder={t('templates.placeholder')}
        value={html}
        onChange={write}
        error={error}
        isReadOnly={isReadOnly}
        onSubmit={() => {}}
        tools={(insert) => <VariableMenu insert={insert} />}
      />
      {unknown.length > 0 && (
        <p className={c.unknown} role="status">
          {t('templates.unknown', { names: [...new Set(unknown.map((one) => one.text))].join(', ') })}
        </p>
      )}
      <TemplatePreview html={html} companyId={Number(values.company_id) || null} />
    </div>
  );
}

import { SegmentedControl, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AutoReplyTexts as Texts } from '#contract/products.ts';
import { languageNames, languages } from '#contract/settings.ts';
import { isTemplateVariable, templateVariables, variablesIn } from '#contract/template-variables.ts';
import { useSelf } from '../../../api/self.ts';
import { RichField } from '../../../ui/editor/rich-field.tsx';
import { VariableMenu } from '../../../ui/editor/variable-menu.tsx';
import type { CustomFieldProps } from '../form-field.ts';
import { TemplatePreview } from '../template-preview.tsx';
import c from '../template-texts.module.css';

/** Nobody in particular writes an automatic reply. */
const known = templateVariables.filter((name) => !name.startsWith('agent.'));
const isKnown = (name: string) => isTemplateVariable(name) && known.includes(name);
const usualSubject = 'Re: {{ticket.title}}';
const nothing = { subject: '', html: '' };

/** What a product answers by itself, a language at a time, and what a ticket would make of it. */
export function AutoReplyTexts(props: CustomFieldProps) {
  const { name, label, value, onChange, error, errors, values, row, isReadOnly } = props;
  const { t } = useTranslation();
  const { settings } = useSelf();
  const texts = (typeof value === 'object' && value !== null ? value : {}) as Texts; // what the contract calls texts
  const [language, speak] = useState(() =>
    texts[settings.language] || Object.keys(texts).length === 0
      ? settings.language
      : (languages.find((one) => texts[one]) ?? 'en'),
  );
  // What is wrong is shown where it is.
  const isWrong = (one: string) => Object.keys(errors).some((path) => path.startsWith(`${one}.`));
  const wrong = languages.find(isWrong);
  const showWrong = useEffectEvent(() => {
    if (wrong && !isWrong(language)) speak(wrong);
  });
  useEffect(() => {
    if (wrong) showWrong();
  }, [wrong]);
  const text = texts[language] ?? nothing;
  const unknown = variablesIn(`${text.subject} ${text.html}`).filter((one) => !isKnown(one.name));
  const write = (change: Partial<typeof text>) => {
    const { [language]: _, ...others } = texts;
    const next = { ...text, ...change };
    const all: Texts = next.subject === '' && next.html === '' ? others : { ...others, [language]: next };
    onChange(Object.fromEntries(languages.flatMap((one) => (all[one] ? [[one, all[one]]] : []))));
  };
  return (
    <div className={c.texts} data-field={name}>
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
      <TextInput
        label={t('auto_reply.subject')}
        name={`${name}.${language}.subject`}
        autoComplete="off"
        value={text.subject}
        placeholder={usualSubject}
        error={errors[`${language}.subject`]}
        onChange={(event) => write({ subject: event.currentTarget.value })}
      />
      <RichField
        key={language}
        name={`${name}.${language}.html`}
        label={label}
        placeholder={t('auto_reply.placeholder')}
        value={text.html}
        onChange={(html) => write({ html })}
        error={errors[`${language}.html`] ?? (Object.keys(errors).length === 0 && error)}
        isReadOnly={isReadOnly}
        onSubmit={() => {}}
        tools={(insert) => <VariableMenu insert={insert} variables={known} />}
      />
      {unknown.length > 0 && (
        <p className={c.unknown} role="status">
          {t('templates.unknown', { names: [...new Set(unknown.map((one) => one.text))].join(', ') })}
        </p>
      )}
      <TemplatePreview html={text.html} companyId={row?.company_id ?? (Number(values.company_id) || null)} />
    </div>
  );
}

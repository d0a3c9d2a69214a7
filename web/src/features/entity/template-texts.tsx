import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '#contract/settings.ts';
import { isTemplateVariable } from '#contract/template-variables.ts';
import { templateLettersMax } from '#contract/templates.ts';
import { RichField } from '../../ui/editor/rich-field.tsx';
import { VariableMenu } from '../../ui/editor/variable-menu.tsx';
import type { CustomFieldProps } from './form-field.ts';
import { LanguageChoice, textsOf, UnknownVariables, useTextLanguage, withText } from './language-texts.tsx';
import { TemplatePreview } from './template-preview.tsx';
import c from './template-texts.module.css';

/** What a template says, a language at a time, and what a ticket would make of it. */
export function TemplateTexts({ name, label, value, onChange, error, values, isReadOnly }: CustomFieldProps) {
  const { t } = useTranslation();
  const texts = textsOf<string>(value);
  const [language, speak] = useTextLanguage(texts);
  const html = texts[language] ?? '';
  // A problem of a language that is not shown is told where it is.
  const tooLong = languages.find((one) => (texts[one] ?? '').length > templateLettersMax);
  const show = useEffectEvent(() => tooLong && speak(tooLong));
  useEffect(() => {
    if (error) show();
  }, [error]);
  const write = (next: string) => {
    const all = withText(texts, language, next || undefined);
    onChange(Object.keys(all).length > 0 ? all : '');
  };
  return (
    <div className={c.texts}>
      <LanguageChoice texts={texts} language={language} speak={speak} />
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
        tools={(insert) => <VariableMenu insert={insert} language={language} />}
      />
      <UnknownVariables text={html} isKnown={isTemplateVariable} />
      <TemplatePreview html={html} companyId={Number(values.company_id) || null} />
    </div>
  );
}

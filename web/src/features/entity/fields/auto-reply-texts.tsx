import { TextInput } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AutoReplyTexts as Texts } from '#contract/products.ts';
import { languages } from '#contract/settings.ts';
import { isTemplateVariable, templateVariables } from '#contract/template-variables.ts';
import { RichField } from '../../../ui/editor/rich-field.tsx';
import { VariableMenu } from '../../../ui/editor/variable-menu.tsx';
import type { CustomFieldProps } from '../form-field.ts';
import { LanguageChoice, textsOf, UnknownVariables, useTextLanguage, withText } from '../language-texts.tsx';
import { TemplatePreview } from '../template-preview.tsx';
import c from '../template-texts.module.css';

/** Nobody in particular writes an automatic reply. */
const known = templateVariables.filter((name) => !name.startsWith('agent.'));
const isKnown = (name: string) => isTemplateVariable(name) && known.includes(name);
const usualSubject = 'Re: {{ticket.title}}';
const nothing = { subject: '', html: '' };
type Text = NonNullable<Texts[keyof Texts]>;

/** What a product answers by itself, a language at a time, and what a ticket would make of it. */
export function AutoReplyTexts(props: CustomFieldProps) {
  const { name, label, description, value, onChange, error, errors, values, row, isReadOnly } = props;
  const { t } = useTranslation();
  const texts = textsOf<Text>(value);
  const [language, speak] = useTextLanguage(texts);
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
  const write = (change: Partial<Text>) => {
    const next = { ...text, ...change };
    onChange(withText(texts, language, next.subject === '' && next.html === '' ? undefined : next));
  };
  return (
    <div className={c.texts} data-field={name}>
      <LanguageChoice texts={texts} language={language} speak={speak} />
      <TextInput
        label={t('mailbox.auto_reply.subject')}
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
        description={description}
        placeholder={t('mailbox.auto_reply.placeholder')}
        value={text.html}
        onChange={(html) => write({ html })}
        error={errors[`${language}.html`] ?? (Object.keys(errors).length === 0 && error)}
        isReadOnly={isReadOnly}
        onSubmit={() => {}}
        tools={(insert) => <VariableMenu insert={insert} variables={known} language={language} />}
      />
      <UnknownVariables text={`${text.subject} ${text.html}`} isKnown={isKnown} />
      <TemplatePreview html={text.html} companyId={row?.company_id ?? (Number(values.company_id) || null)} />
    </div>
  );
}

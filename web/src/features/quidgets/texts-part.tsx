import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type QuidgetLanguage, type QuidgetText, quidgetLanguages, quidgetTexts } from '#contract/quidget-settings.ts';
import { quidgetWords } from '#contract/quidget-words.ts';
import { FormPart, formStyles } from '../../ui/form-page.tsx';
import { LinesField, TextField } from './fields.tsx';
import c from './quidget-form.module.css';
import type { QuidgetForm } from './use-quidget-form.ts';

type Props = QuidgetForm & { language: QuidgetLanguage; onLanguage: (language: QuidgetLanguage) => void };

const long: readonly string[] = ['intro', 'offline', 'thanks', 'consent', 'choices'];

/** What visitors read, in both languages. What is left empty says the usual. */
export function TextsPart({ form, language, onLanguage }: Props) {
  const { t } = useTranslation();
  const usual = (text: QuidgetText, of: QuidgetLanguage) =>
    text === 'title' ? String(form.values.title ?? '') : quidgetWords[of][text];
  return (
    <FormPart title={t('quidget.texts.title')} lead={t('quidget.texts.lead')}>
      <SegmentedControl
        className={c.languages}
        aria-label={t('quidget.texts.language')}
        data={quidgetLanguages.map((value) => ({ value, label: t(`quidget.languages.${value}`) }))}
        value={language}
        onChange={(value) => onLanguage(value as QuidgetLanguage)}
      />
      {quidgetLanguages.map((one) => (
        // Both are there, so that a problem in the other one is found.
        <div key={one} hidden={one !== language}>
          <div className={formStyles.fields}>
            {quidgetTexts.map((text) => {
              const Field = long.includes(text) ? LinesField : TextField;
              return (
                <Field
                  key={text}
                  form={form}
                  name={`texts/${one}/${text}`}
                  label={t(`quidget.text.${text}`)}
                  placeholder={usual(text, one)}
                  isWide
                />
              );
            })}
          </div>
        </div>
      ))}
    </FormPart>
  );
}

import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { askedFields, askedHow, consentKinds } from '#contract/quidget-settings.ts';
import { FormPart, formStyles } from '../../ui/form-page.tsx';
import { ChoiceField, TextField } from './fields.tsx';
import c from './quidget-form.module.css';
import { choiceWord, fieldWord } from './quidget-words.ts';
import type { QuidgetForm } from './use-quidget-form.ts';

const whens = ['online', 'offline'] as const;

/** What visitors are asked before they write: while somebody is there, and while nobody is. */
export function AskedPart({ form }: QuidgetForm) {
  const { t } = useTranslation();
  const wrong = askedFields.flatMap((field) => form.errors[`form/offline/${field}`] ?? [])[0];
  return (
    <>
      <FormPart title={t('quidget.form.title')} lead={t('quidget.form.lead')}>
        <div className={c.asked}>
          <span />
          {whens.map((when) => (
            <b key={when}>{t(`quidget.when.${when}`)}</b>
          ))}
          {askedFields.map((field) => [
            <span key={field}>{t(`quidget.asked.${field}`)}</span>,
            ...whens.map((when) => {
              const name = `form/${when}/${field}`;
              return (
                <NativeSelect
                  key={name}
                  {...form.getInputProps(name)}
                  name={name}
                  error={Boolean(form.errors[name])}
                  aria-label={fieldWord(name)}
                  data={askedHow.map((how) => ({ value: how, label: choiceWord('asked', how) }))}
                />
              );
            }),
          ])}
        </div>
        {wrong && (
          <p className={c.wrong} role="alert">
            {wrong}
          </p>
        )}
      </FormPart>
      <FormPart title={t('quidget.form.consent')}>
        <div className={formStyles.fields}>
          <ChoiceField form={form} name="form/consent" values={consentKinds} isWide />
          <TextField
            form={form}
            name="form/privacy_url"
            placeholder="https://"
            help={t('quidget.help.privacy_url')}
            isWide
          />
        </div>
      </FormPart>
    </>
  );
}

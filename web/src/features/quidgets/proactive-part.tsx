import { Button, Fieldset, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type ProactiveMessage,
  proactiveMax,
  proactiveSecondsMax,
  proactiveTextMax,
  quidgetLanguages,
} from '#contract/quidget-settings.ts';
import { users } from '#contract/users.ts';
import { rowsQuery } from '../../api/rows.ts';
import { FormPart, formStyles } from '../../ui/form-page.tsx';
import { Icon } from '../../ui/icon.tsx';
import c from './quidget-form.module.css';
import type { QuidgetForm } from './use-quidget-form.ts';

const field = 'proactive/messages';
const everyPage = '/*';
const peopleMax = 100;

/** What is said by itself to whoever stays on a page, each message in a frame of its own. */
export function ProactivePart({
  form,
  isReadOnly,
  company,
}: Omit<QuidgetForm, 'names'> & { company: number | undefined }) {
  const { t } = useTranslation();
  const messages = JSON.parse(String(form.values[field] ?? '[]')) as ProactiveMessage[]; // packed by us
  const set = (next: readonly ProactiveMessage[]) => form.setFieldValue(field, JSON.stringify(next));
  const change = (at: number, with_: Partial<ProactiveMessage>) =>
    set(messages.map((one, i) => (i === at ? { ...one, ...with_ } : one)));
  const add = () =>
    set([
      ...messages,
      {
        key: crypto.randomUUID(),
        page: everyPage,
        seconds: 30,
        texts: { en: '', ua: '' },
        user_id: null,
        only_when_open: 1,
      },
    ]);
  const people = useQuery({
    ...rowsQuery(users, {
      fields: ['id', 'name'],
      conditions: [
        ['company_id', '=', company ?? 0],
        ['is_deleted', '=', 0],
      ],
      sort: [['name', 'asc']],
      range: [0, peopleMax],
    }),
    enabled: company !== undefined && messages.length > 0,
  });
  const names = (people.data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <FormPart title={t('quidget.proactive.title')} lead={t('quidget.proactive.lead')}>
      {messages.map((one, at) => {
        const about = (part: string) => ({
          name: `${field}/${at}/${part}`,
          error: form.errors[`${field}/${at}/${part}`],
        });
        return (
          <Fieldset
            key={one.key}
            className={c.proactive ?? ''}
            disabled={isReadOnly}
            legend={t('quidget.proactive.one', { n: at + 1 })}
          >
            <div className={formStyles.fields}>
              <TextInput
                {...about('page')}
                label={t('quidget.proactive.page')}
                description={t('quidget.proactive.page_help')}
                value={one.page}
                onChange={(event) => change(at, { page: event.currentTarget.value })}
              />
              <NumberInput
                {...about('seconds')}
                label={t('quidget.proactive.seconds')}
                description={t('quidget.proactive.seconds_help')}
                min={0}
                max={proactiveSecondsMax}
                allowDecimal={false}
                clampBehavior="none"
                value={one.seconds}
                onChange={(seconds) => change(at, { seconds: seconds === '' ? (seconds as never) : Number(seconds) })}
              />
              {quidgetLanguages.map((language) => (
                <Textarea
                  key={language}
                  {...about(`texts/${language}`)}
                  label={t(`quidget.proactive.${language}`)}
                  autosize
                  minRows={2}
                  maxLength={proactiveTextMax}
                  value={one.texts[language]}
                  onChange={(event) => change(at, { texts: { ...one.texts, [language]: event.currentTarget.value } })}
                />
              ))}
              <Select
                {...about('user_id')}
                label={t('quidget.proactive.from')}
                placeholder={t('quidget.proactive.from_quidget')}
                data={names}
                value={one.user_id === null ? null : String(one.user_id)}
                clearable
                searchable={names.length > 8}
                onChange={(id) => change(at, { user_id: id === null ? null : Number(id) })}
              />
              <Switch
                {...about('only_when_open')}
                label={t('quidget.proactive.only_when_open')}
                checked={one.only_when_open === 1}
                onChange={(event) => change(at, { only_when_open: event.currentTarget.checked ? 1 : 0 })}
              />
            </div>
            {!isReadOnly && (
              <Button
                variant="subtle"
                color="gray"
                leftSection={<Icon of={IconTrash} />}
                onClick={() => set(messages.filter((_, i) => i !== at))}
              >
                {t('quidget.proactive.remove', { n: at + 1 })}
              </Button>
            )}
          </Fieldset>
        );
      })}
      {!isReadOnly && messages.length < proactiveMax && (
        <Button variant="default" leftSection={<Icon of={IconPlus} />} onClick={add}>
          {t('quidget.proactive.add')}
        </Button>
      )}
    </FormPart>
  );
}

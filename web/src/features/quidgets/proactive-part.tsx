import { ActionIcon, Button, Fieldset, NumberInput, Switch, Textarea, TextInput, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ProactiveMessage,
  proactiveMax,
  proactiveSecondsMax,
  proactiveTextMax,
  quidgetLanguages,
} from '#contract/quidget-settings.ts';
import { users } from '#contract/users.ts';
import { FormPart, formStyles } from '../../ui/form-page.tsx';
import { Icon } from '../../ui/icon.tsx';
import { OfferedSelect } from '../../ui/offered/offered-select.tsx';
import { named } from '../../ui/offered/reference.ts';
import c from './quidget-form.module.css';
import type { QuidgetForm } from './use-quidget-form.ts';

const field = 'proactive/messages';
const everyPage = '/*';
const toPerson = named(users, 'email');

/** What is said by itself to whoever stays on a page, each message in a frame of its own. */
export function ProactivePart({ form, isReadOnly, companyId }: QuidgetForm) {
  const { t } = useTranslation();
  const messages = JSON.parse(String(form.values[field] ?? '[]')) as ProactiveMessage[]; // packed by us
  const set = (next: readonly ProactiveMessage[]) => {
    // They name messages by their places.
    for (const name of Object.keys(form.errors)) if (name.startsWith(`${field}/`)) form.clearFieldError(name);
    form.setFieldValue(field, JSON.stringify(next));
  };
  const change = (at: number, with_: Partial<ProactiveMessage>) =>
    set(messages.map((one, i) => (i === at ? { ...one, ...with_ } : one)));
  const box = useRef<HTMLDivElement>(null);
  const [wanted, focusOn] = useState('');
  // Rows that are added, moved and removed take the focus along.
  useEffect(() => {
    if (wanted === '') return;
    box.current?.querySelector<HTMLElement>(wanted)?.focus();
    focusOn('');
  }, [wanted]);
  const move = (at: number, by: 1 | -1) => {
    const next = [...messages];
    next.splice(at + by, 0, ...next.splice(at, 1));
    set(next);
    const isAtEnd = by === -1 ? at + by === 0 : at + by === messages.length - 1;
    focusOn(`[data-move="${at + by} ${isAtEnd ? -by : by}"]`);
  };
  const remove = (at: number) => {
    set(messages.filter((_, i) => i !== at));
    focusOn('[data-add]');
  };
  const add = () => {
    focusOn(`[name="${field}/${messages.length}/page"]`);
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
  };
  return (
    <FormPart title={t('quidget.proactive.title')} lead={t('quidget.proactive.lead')}>
      <div ref={box} className={c.messages}>
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
                <OfferedSelect
                  {...about('user_id')}
                  label={t('quidget.proactive.from')}
                  placeholder={t('quidget.proactive.from_quidget')}
                  clearable
                  to={toPerson}
                  companyId={companyId}
                  isAsked={companyId !== null}
                  value={one.user_id}
                  onChange={(user_id) => change(at, { user_id })}
                />
                <Switch
                  {...about('only_when_open')}
                  label={t('quidget.proactive.only_when_open')}
                  checked={one.only_when_open === 1}
                  onChange={(event) => change(at, { only_when_open: event.currentTarget.checked ? 1 : 0 })}
                />
              </div>
              {!isReadOnly && (
                <div className={c.acts}>
                  <Button
                    variant="subtle"
                    color="gray"
                    leftSection={<Icon of={IconTrash} />}
                    onClick={() => remove(at)}
                  >
                    {t('quidget.proactive.remove', { n: at + 1 })}
                  </Button>
                  {([-1, 1] as const).map(
                    (by) =>
                      messages[at + by] && (
                        <Tooltip key={by} label={t(`quidget.proactive.${by < 0 ? 'earlier' : 'later'}`, { n: at + 1 })}>
                          <ActionIcon
                            variant="subtle"
                            color="gray"
                            size={36}
                            data-move={`${at} ${by}`}
                            aria-label={t(`quidget.proactive.${by < 0 ? 'earlier' : 'later'}`, { n: at + 1 })}
                            onClick={() => move(at, by)}
                          >
                            <Icon of={by < 0 ? IconArrowUp : IconArrowDown} />
                          </ActionIcon>
                        </Tooltip>
                      ),
                  )}
                </div>
              )}
            </Fieldset>
          );
        })}
        {messages.length > 1 && <small className={c.hint}>{t('quidget.proactive.order')}</small>}
        {!isReadOnly &&
          (messages.length < proactiveMax ? (
            <Button variant="default" leftSection={<Icon of={IconPlus} />} data-add onClick={add}>
              {t('quidget.proactive.add')}
            </Button>
          ) : (
            <small className={c.hint} tabIndex={-1} data-add>
              {t('quidget.proactive.full', { max: proactiveMax })}
            </small>
          ))}
      </div>
    </FormPart>
  );
}

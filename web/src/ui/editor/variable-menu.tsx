import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type TemplateVariable, templateVariables } from '#contract/template-variables.ts';
import { currentLanguage, type Language } from '../../i18n/language.ts';
import { Icon } from '../icon.tsx';
import c from './format-bar.module.css';

/** In the language of the text, which need not be the desk's. */
const fallbacks: Record<Language, string> = { en: 'there', ua: 'раді вас чути' };

/** Puts a variable where the caret stands; names get a word to fall back on. */
export function VariableMenu({
  insert,
  variables = templateVariables,
  language = currentLanguage(),
}: {
  insert: (text: string) => void;
  variables?: readonly TemplateVariable[];
  /** Of the text; the desk's where nobody chose one. */
  language?: Language;
}) {
  const { t } = useTranslation();
  const textOf = (name: TemplateVariable) =>
    name === 'customer.first_name' ? `{{${name}|${fallbacks[language]}}}` : `{{${name}}}`;
  return (
    <Menu position="top-start" returnFocus={false}>
      <Menu.Target>
        <Tooltip label={t('templates.variables')}>
          <ActionIcon size={28} className={c.format} aria-label={t('templates.variables')}>
            <Icon of={IconBraces} size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown mah="min(320px, var(--p-room))">
        <Menu.Label>{t('templates.variables')}</Menu.Label>
        {variables.map((name) => (
          <Menu.Item key={name} rightSection={<small>{name}</small>} onClick={() => insert(textOf(name))}>
            {t(`templates.variable.${keyOf(name)}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type KeyOf<N extends string> = N extends `${infer Head}.${infer Tail}` ? `${Head}_${Tail}` : N;
/** The key of a variable's word: a dot would be a path. */
const keyOf = <N extends TemplateVariable>(name: N) => name.replace('.', '_') as KeyOf<N>;

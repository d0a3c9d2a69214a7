import { Select } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrivilegeKey, RoleName } from '#contract/privileges.ts';
import { roleNames } from '#contract/privileges.ts';
import { nounKey } from '../../i18n/noun-key.ts';
import { Icon } from '../../ui/icon.tsx';
import { actionOf, cellName, type MatrixValues, nouns } from './matrix-values.ts';
import c from './role-preview.module.css';

/** Parts of other screens. */
const hasNoWayIn = ['messages', 'invites', 'privileges'];
/** The way to a mail log is its mailbox. */
const needsToo: Readonly<Record<string, readonly PrivilegeKey[]>> = { 'inbound-mails': ['mailboxes.get'] };
type Sight = { readonly name: string; readonly needs: readonly PrivilegeKey[] };
/** What a role finds on the desk: the ways in, and the buttons. `needs`: all of these. */
const sights = nouns
  .filter(({ noun, keys }) => keys.some((key) => actionOf(key) === 'get') && !hasNoWayIn.includes(noun))
  .map(({ noun }) => ({ name: noun, needs: [...(needsToo[noun] ?? []), `${noun}.get` as PrivilegeKey] }));
const buttons: readonly Sight[] = [
  { name: 'reply', needs: ['tickets.get', 'messages.get', 'messages.create'] },
  { name: 'resolve', needs: ['tickets.get', 'tickets.update'] },
  { name: 'trash', needs: ['tickets.get', 'tickets.delete'] },
  { name: 'edit_customer', needs: ['customers.get', 'customers.update'] },
  { name: 'add_product', needs: ['products.get', 'products.create'] },
  { name: 'add_mailbox', needs: ['mailboxes.get', 'mailboxes.create'] },
  { name: 'add_quidget', needs: ['quidgets.get', 'quidgets.create'] },
  { name: 'invite', needs: ['users.get', 'invites.create'] },
  { name: 'edit_company', needs: ['companies.get', 'companies.update'] },
  { name: 'change_people', needs: ['users.get', 'users.update'] },
  { name: 'change_rights', needs: ['privileges.get', 'privileges.update'] },
];

/** 'View as role': what somebody in a role would see, with what is not saved yet. */
export function RolePreview({ values }: { values: MatrixValues }) {
  const { t } = useTranslation();
  const [role, setRole] = useState<RoleName>('agent');
  const missing = (needs: readonly PrivilegeKey[]) => needs.find((key) => values[cellName(role, key)] !== 1);
  const line = (one: Sight, word: string) => {
    const lacks = missing(one.needs);
    return (
      <li key={one.name} data-off={lacks ? true : undefined}>
        <Icon of={lacks ? IconMinus : IconCheck} size={16} />
        <span>
          {word}
          {lacks && <small>{lacksText(lacks)}</small>}
        </span>
      </li>
    );
  };
  const lacksText = (key: PrivilegeKey) => {
    const [noun = '', action = ''] = key.split('.');
    return t('access.preview.lacks', {
      noun: t(`access.nouns.${nounKey(noun)}`),
      action: t(`access.actions.${action}` as 'access.actions.get'),
    });
  };
  return (
    <aside className={c.preview} aria-label={t('access.preview.title')}>
      <h2>{t('access.preview.title')}</h2>
      <Select
        aria-label={t('access.role')}
        data={roleNames.map((name) => ({ value: name, label: t(`access.roles.${name}`) }))}
        value={role}
        onChange={(next) => setRole(roleNames.find((name) => name === next) ?? role)}
        allowDeselect={false}
      />
      <h3>{t('access.preview.sees')}</h3>
      <ul>{sights.map((one) => line(one, t(`access.nouns.${nounKey(one.name)}`)))}</ul>
      <h3>{t('access.preview.does')}</h3>
      <ul>
        {buttons.map((one) => line(one, t(`access.preview.buttons.${one.name}` as 'access.preview.buttons.reply')))}
      </ul>
    </aside>
  );
}

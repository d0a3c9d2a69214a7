import { Select } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrivilegeKey, RoleName } from '#contract/privileges.ts';
import { roleNames } from '#contract/privileges.ts';
import { Icon } from '../../ui/icon.tsx';
import { cellName, type MatrixValues, nounKey } from './matrix-values.ts';
import c from './role-preview.module.css';

/** What a role finds on the desk: the ways in, and the buttons. `needs`: all of these. */
const sights: readonly { readonly name: string; readonly needs: readonly PrivilegeKey[] }[] = [
  { name: 'tickets', needs: ['tickets.get'] },
  { name: 'customers', needs: ['customers.get'] },
  { name: 'products', needs: ['products.get'] },
  { name: 'companies', needs: ['companies.get'] },
  { name: 'mailboxes', needs: ['mailboxes.get'] },
  { name: 'people', needs: ['users.get'] },
  { name: 'mail_log', needs: ['mailboxes.get', 'inbound-mails.get'] },
];
const buttons: readonly { readonly name: string; readonly needs: readonly PrivilegeKey[] }[] = [
  { name: 'reply', needs: ['tickets.get', 'messages.get', 'messages.create'] },
  { name: 'resolve', needs: ['tickets.get', 'tickets.update'] },
  { name: 'trash', needs: ['tickets.get', 'tickets.delete'] },
  { name: 'edit_customer', needs: ['customers.get', 'customers.update'] },
  { name: 'add_product', needs: ['products.get', 'products.create'] },
  { name: 'add_mailbox', needs: ['mailboxes.get', 'mailboxes.create'] },
  { name: 'edit_company', needs: ['companies.get', 'companies.update'] },
  { name: 'change_people', needs: ['users.get', 'users.update'] },
  { name: 'change_rights', needs: ['privileges.get', 'privileges.update'] },
];

/** 'View as role': what somebody in a role would see, with what is not saved yet. */
export function RolePreview({ values }: { values: MatrixValues }) {
  const { t } = useTranslation();
  const [role, setRole] = useState<RoleName>('agent');
  const missing = (needs: readonly PrivilegeKey[]) => needs.find((key) => values[cellName(role, key)] !== 1);
  const line = (group: 'sights' | 'buttons', one: (typeof sights)[number]) => {
    const lacks = missing(one.needs);
    return (
      <li key={one.name} data-off={lacks ? true : undefined}>
        <Icon of={lacks ? IconMinus : IconCheck} size={16} />
        <span>
          {t(`access.preview.${group}.${one.name}` as 'access.preview.sights.tickets')}
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
      <ul>{sights.map((one) => line('sights', one))}</ul>
      <h3>{t('access.preview.does')}</h3>
      <ul>{buttons.map((one) => line('buttons', one))}</ul>
    </aside>
  );
}

import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconMail, IconPencil, IconRestore, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { mayDo, useSelf } from '../../api/self.ts';
import { Icon } from '../../ui/icon.tsx';
import { MenuItemLink } from '../../ui/menu-item-link.tsx';
import { MenuLater } from '../../ui/menu-later.tsx';
import type { Declaration, ListedRow } from './declaration.ts';
import { editLink } from './entity-links.ts';
import { mayChange, mayTurn } from './entity-rights.ts';
import { useSegment } from './list-state.ts';
import { useTurn } from './use-turn.ts';
import { turnWord } from './words.ts';

/** What can be done with one row. */
export function EntityRowMenu({ of, row }: { of: Declaration; row: ListedRow }) {
  const { t } = useTranslation();
  const who = useSelf();
  const segment = useSegment();
  const { disable, restore } = useTurn(of);
  const company = of.companyOf(row);
  return (
    <MenuLater
      position="bottom-end"
      button={
        <ActionIcon size={28} aria-label={t('list.more', { name: of.title(row) })}>
          <Icon of={IconDots} size={16} />
        </ActionIcon>
      }
    >
      {() => (
        <>
          <MenuItemLink {...editLink(of.name, row)} leftSection={<Icon of={IconPencil} size={16} />}>
            {mayChange(of, who, row) ? t('list.edit') : t('list.open')}
          </MenuItemLink>
          {of.name === 'mailboxes' && mayDo(who, 'inbound-mails.get', company) && (
            <MenuItemLink
              to="/mailboxes/$id/log"
              params={{ id: row.id }}
              leftSection={<Icon of={IconMail} size={16} />}
            >
              {t('list.mail_log')}
            </MenuItemLink>
          )}
          {of.menu?.(row)}
          {segment === 'all' ? (
            <Menu.Item
              color="var(--p-danger)"
              disabled={!mayTurn(of, who, 'disable', row)}
              leftSection={<Icon of={IconTrash} size={16} />}
              onClick={() => void disable([row])}
            >
              {turnWord(of, 'disable')}
            </Menu.Item>
          ) : (
            <Menu.Item
              disabled={!mayTurn(of, who, 'restore', row)}
              leftSection={<Icon of={IconRestore} size={16} />}
              onClick={() => void restore([row])}
            >
              {turnWord(of, 'restore')}
            </Menu.Item>
          )}
        </>
      )}
    </MenuLater>
  );
}

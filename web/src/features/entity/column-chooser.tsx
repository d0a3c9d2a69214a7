import { ActionIcon, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import c from '../../ui/list-page.module.css';
import type { Declaration } from './declaration.ts';
import type { Columns } from './use-columns.ts';
import { columnWord } from './words.ts';

/** Which columns a list has. */
export function ColumnChooser({ of, columns }: { of: Declaration; columns: Columns }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon className={c.wide} aria-label={t('list.columns')}>
          <Icon of={IconColumns3} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('list.columns')}</Menu.Label>
        {columns.choosable.map((column) => (
          <Menu.CheckboxItem
            key={column.name}
            checked={columns.shown.includes(column)}
            onChange={() => columns.toggle(column.name)}
          >
            {columnWord(of, column.name)}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

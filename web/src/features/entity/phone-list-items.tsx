import { Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import type { Declaration, ListedRow } from './declaration.ts';
import { nextSort, sortPair } from './list-state.ts';
import type { Columns } from './use-columns.ts';
import type { Picking } from './use-picking.ts';
import { columnWord } from './words.ts';

type Props = {
  of: Declaration;
  rows: readonly ListedRow[];
  columns: Columns;
  sort: string;
  sortBy: (sort: string) => void;
  picking: Picking;
};

/** What the head of a table does, for screens that have no room for one. */
export function PhoneListItems({ of, rows, columns, sort, sortBy, picking }: Props) {
  const { t } = useTranslation();
  const [field, direction] = sortPair(sort);
  const all = [...columns.shown.slice(0, 1), ...columns.choosable];
  return (
    <>
      <Menu.CheckboxItem
        closeMenuOnClick
        checked={rows.every((row) => picking.picked.has(of.keyOf(row)))}
        aria-disabled={picking.isOff || undefined}
        onChange={() => picking.toggleAll(rows)}
      >
        {t('list.select_all')}
      </Menu.CheckboxItem>
      <Menu.Divider />
      <Menu.Label>{t('phone_list.sort_by')}</Menu.Label>
      {all.map((column) => {
        const { sort: own } = column;
        if (!own) return null;
        const name = columnWord(of, column.name);
        if (own !== field)
          return (
            <Menu.Item key={own} onClick={() => sortBy(own)}>
              {name}
            </Menu.Item>
          );
        return (
          <Menu.Item
            key={own}
            aria-current
            aria-label={t(`phone_list.${direction}`, { name })}
            rightSection={<Icon of={direction === 'asc' ? IconArrowUp : IconArrowDown} size={16} />}
            onClick={() => sortBy(nextSort(sort, own))}
          >
            {name}
          </Menu.Item>
        );
      })}
    </>
  );
}

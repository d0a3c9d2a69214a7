import { ActionIcon, Checkbox, Menu, UnstyledButton } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconMail,
  IconPencil,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { mayDo, useSelf } from '../../api/self.ts';
import { Icon } from '../../ui/icon.tsx';
import c from '../../ui/list-page.module.css';
import { MenuItemLink } from '../../ui/menu-item-link.tsx';
import { WhyNotItem } from '../../ui/why-not.tsx';
import type { Column, Declaration, ListedRow } from './declaration.ts';
import { editLink } from './entity-links.ts';
import { nextSort, sortPair, useSegment } from './list-state.ts';
import { useDisable } from './use-disable.ts';
import { columnWord } from './words.ts';

type Props = {
  of: Declaration;
  rows: readonly ListedRow[];
  sort: string;
  sortBy: (sort: string) => void;
  picked: ReadonlySet<number>;
  pick: (ids: ReadonlySet<number>) => void;
};

export function EntityTable({ of, rows, sort, sortBy, picked, pick }: Props) {
  const { t } = useTranslation();
  const who = useSelf();
  const columns = of.columns.filter((column) => column.isShown?.(who) ?? true);
  const companyNames = new Map(who.companies.map((company) => [company.id, company.company_name]));
  const toggle = usePicking(rows, picked, pick);
  const pickedHere = rows.filter((row) => picked.has(row.id)).length;
  return (
    <table className={c.table}>
      <thead>
        <tr>
          <th scope="col">
            <Checkbox
              aria-label={t('list.select_all')}
              checked={pickedHere === rows.length}
              indeterminate={pickedHere > 0 && pickedHere < rows.length}
              onChange={() => pick(pickedHere === rows.length ? new Set() : new Set(rows.map((row) => row.id)))}
            />
          </th>
          {columns.map((column) => (
            <Header key={column.name} of={of} column={column} sort={sort} sortBy={sortBy} />
          ))}
          <th scope="col">
            <span className="sr">{t('list.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-on={picked.has(row.id) || undefined}>
            <td className={c.pick}>
              <Checkbox
                aria-label={t('list.select_row', { name: of.title(row) })}
                checked={picked.has(row.id)}
                onChange={(event) => toggle(row.id, (event.nativeEvent as MouseEvent).shiftKey)}
              />
            </td>
            {columns.map((column, index) => (
              <td
                key={column.name}
                className={index === 0 ? c.first : undefined}
                data-number={column.isNumber || undefined}
                data-dim={column.isDim || undefined}
                data-phone={column.onPhone}
              >
                {index === 0 ? (
                  <Link className={c.open} {...editLink(of.name, row.id)}>
                    {column.cell(row, { companyNames })}
                  </Link>
                ) : (
                  column.cell(row, { companyNames })
                )}
              </td>
            ))}
            <td className={c.menu}>
              <RowMenu of={of} row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Header({
  of,
  column,
  sort,
  sortBy,
}: { of: Declaration; column: Column<ListedRow> } & Pick<Props, 'sort' | 'sortBy'>) {
  const name = columnWord(of, column.name);
  const [field, direction] = sortPair(sort);
  const { sort: own } = column;
  if (!own) {
    return (
      <th scope="col" data-number={column.isNumber || undefined}>
        {name}
      </th>
    );
  }
  const isOn = own === field;
  return (
    <th
      scope="col"
      data-number={column.isNumber || undefined}
      aria-sort={isOn ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <UnstyledButton onClick={() => sortBy(nextSort(sort, own))}>
        {name}
        {isOn && <Icon of={direction === 'asc' ? IconArrowUp : IconArrowDown} size={14} />}
      </UnstyledButton>
    </th>
  );
}

function RowMenu({ of, row }: { of: Declaration; row: ListedRow }) {
  const { t } = useTranslation();
  const who = useSelf();
  const segment = useSegment();
  const { disable, restore } = useDisable(of);
  const company = of.companyOf(row);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('list.more', { name: of.title(row) })}>
          <Icon of={IconDots} size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItemLink {...editLink(of.name, row.id)} leftSection={<Icon of={IconPencil} size={16} />}>
          {mayDo(who, `${of.name}.update`, company) ? t('list.edit') : t('list.open')}
        </MenuItemLink>
        {of.name === 'mailboxes' && mayDo(who, 'inbound-mails.get', company) && (
          <MenuItemLink to="/mailboxes/$id/log" params={{ id: row.id }} leftSection={<Icon of={IconMail} size={16} />}>
            {t('mail_log.title')}
          </MenuItemLink>
        )}
        {segment === 'all' ? (
          <WhyNotItem
            color="var(--p-danger)"
            reason={mayDo(who, `${of.name}.delete`, company) ? undefined : t('why_not.role')}
            leftSection={<Icon of={IconTrash} size={16} />}
            onClick={() => disable([row.id])}
          >
            {t('list.disable')}
          </WhyNotItem>
        ) : (
          <WhyNotItem
            reason={mayDo(who, `${of.name}.restore`, company) ? undefined : t('why_not.role')}
            leftSection={<Icon of={IconRestore} size={16} />}
            onClick={() => restore([row.id])}
          >
            {t('list.restore')}
          </WhyNotItem>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A click picks one row; with Shift, every row since the last one picked. */
function usePicking(rows: readonly ListedRow[], picked: ReadonlySet<number>, pick: (ids: ReadonlySet<number>) => void) {
  const last = useRef<number | null>(null);
  return (id: number, isRange: boolean) => {
    const ids = rows.map((row) => row.id);
    const [a, b] = [ids.indexOf(last.current ?? id), ids.indexOf(id)].sort((x, y) => x - y) as [number, number];
    const touched = isRange && a >= 0 ? ids.slice(a, b + 1) : [id];
    const next = new Set(picked);
    const isOn = !picked.has(id);
    for (const one of touched) isOn ? next.add(one) : next.delete(one);
    last.current = id;
    pick(next);
  };
}

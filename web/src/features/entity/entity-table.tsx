import { Checkbox, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import type { HeldRow } from '../../ui/held-rows.ts';
import { Icon } from '../../ui/icon.tsx';
import c from '../../ui/list-page.module.css';
import { TickBox } from '../../ui/tick-box.tsx';
import { cellOf } from './cell-of.ts';
import type { CellContext, Column, Declaration, ListedRow } from './declaration.ts';
import { rowLink } from './entity-links.ts';
import { EntityRowMenu } from './entity-row-menu.tsx';
import { nextSort, sortPair } from './list-state.ts';
import type { Picking } from './use-picking.ts';
import { rememberOpened, useRowKeys } from './use-row-keys.ts';
import { columnWord } from './words.ts';

type Props = {
  of: Declaration;
  rows: readonly HeldRow<ListedRow>[];
  columns: readonly Column<ListedRow>[];
  sort: string;
  sortBy: (sort: string) => void;
  picking: Picking;
};

export function EntityTable({ of, rows, columns, sort, sortBy, picking }: Props) {
  const { t } = useTranslation();
  const who = useSelf();
  const table = useRef<HTMLTableElement>(null);
  const companyNames = new Map(who.companies.map((company) => [company.id, company.company_name]));
  const here = rows.filter(({ gone }) => !gone).map(({ row }) => row);
  const { picked } = picking;
  const pickedHere = here.filter((row) => picked.has(of.keyOf(row))).length;
  useRowKeys(table, {
    name: of.name,
    hasRows: rows.length > 0,
    pick: (key, isRange) => picking.toggle(here, key, isRange),
  });
  return (
    <table className={c.table} ref={table} style={{ '--columns': columns.length } as CSSProperties}>
      <thead>
        <tr>
          <th scope="col">
            <Checkbox
              aria-label={t('list.select_all')}
              checked={here.length > 0 && pickedHere === here.length}
              indeterminate={pickedHere > 0 && pickedHere < here.length}
              aria-disabled={picking.isOff || undefined}
              onChange={() => picking.toggleAll(here)}
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
        {rows.map(({ row, gone }) => (
          <tr
            key={of.keyOf(row)}
            data-row={of.keyOf(row)}
            data-on={picked.has(of.keyOf(row)) || undefined}
            data-gone={gone || undefined}
            inert={gone}
          >
            <td className={c.pick}>
              <TickBox
                aria-label={t('list.select_row', { name: of.title(row) })}
                checked={picked.has(of.keyOf(row))}
                aria-disabled={picking.isOff || undefined}
                onChange={(event) => picking.toggle(here, of.keyOf(row), (event.nativeEvent as MouseEvent).shiftKey)}
              />
            </td>
            <Cells of={of} row={row} columns={columns} context={{ companyNames }} />
            <td className={c.menu}>
              <EntityRowMenu of={of} row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The first cell's link covers the row, so that it opens as links do: in a new tab with Ctrl or the middle button. */
function Cells(props: {
  of: Declaration;
  row: ListedRow;
  columns: readonly Column<ListedRow>[];
  context: CellContext;
}) {
  const { of, row, columns, context } = props;
  return columns.map((column, index) => (
    <td
      key={column.name}
      className={index === 0 ? c.first : undefined}
      data-number={column.isNumber || undefined}
      data-dim={column.isDim || undefined}
      data-phone={typeof column.onPhone === 'function' ? column.onPhone(row) : column.onPhone}
    >
      {index === 0 ? (
        <Link
          className={c.open}
          data-open
          onClick={() => rememberOpened(of.name, of.keyOf(row))}
          {...rowLink(of.name, row)}
        >
          {cellOf(column, row, context)}
        </Link>
      ) : (
        cellOf(column, row, context)
      )}
    </td>
  ));
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

import { useState } from 'react';
import { useSelf } from '../../api/self.ts';
import type { Column, Declaration, ListedRow } from './declaration.ts';

type Choice = Readonly<Record<string, boolean>>;
export type Columns = {
  shown: readonly Column<ListedRow>[];
  /** All but the first, which leads to the row. */
  choosable: readonly Column<ListedRow>[];
  toggle: (name: string) => void;
};

/** Kept by the browser as the page size is: how many columns fit is a matter of the screen that one sits at. */
const keyOf = (userId: number, of: Declaration) => `parley.columns.${userId}.${of.name}`;

/** The columns of a list as this person wants them on this device. */
export function useColumns(of: Declaration): Columns {
  const who = useSelf();
  const key = keyOf(who.user.id, of);
  const [chosen, choose] = useState(() => ({ key, choice: remembered(key) }));
  if (chosen.key !== key) choose({ key, choice: remembered(key) });
  const offered = of.columns.filter((column) => column.isShown?.(who) ?? true);
  const isOn = (column: Column<ListedRow>) => chosen.choice[column.name] ?? !column.isOptional;
  return {
    shown: offered.filter((column, index) => index === 0 || isOn(column)),
    choosable: offered.slice(1),
    toggle: (name) => {
      const column = offered.find((one) => one.name === name);
      if (!column) return;
      const choice = { ...chosen.choice, [name]: !isOn(column) };
      localStorage.setItem(key, JSON.stringify(choice));
      choose({ key, choice });
    },
  };
}

function remembered(key: string): Choice {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    const pairs = typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
    return Object.fromEntries(pairs.filter((pair): pair is [string, boolean] => typeof pair[1] === 'boolean'));
  } catch {
    return {};
  }
}

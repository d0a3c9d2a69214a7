import { type RefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeys } from '../../ui/keys.ts';
import type { EntityName } from './entity-names.ts';

/** The row that was opened last in this tab, so that its list can give it the focus again. */
let lastOpened: { name: EntityName; key: string } | null = null;
export function rememberOpened(name: EntityName, key: string): void {
  lastOpened = { name, key };
}

/** Arrows walk through the rows, whose links open by Enter as links do; X picks the one with the focus. */
export function useRowKeys(
  table: RefObject<HTMLElement | null>,
  the: { name: EntityName; hasRows: boolean; pick: (key: string, isRange: boolean) => void },
): void {
  const { t } = useTranslation();
  const { name, hasRows, pick } = the;
  const links = () => [...(table.current?.querySelectorAll<HTMLElement>('[data-row] a[data-open]') ?? [])];
  const current = () => (document.activeElement as HTMLElement | null)?.closest<HTMLElement>('[data-row]') ?? null;
  const walk = (step: 1 | -1) => {
    const all = links();
    const at = all.findIndex((link) => link.closest('[data-row]') === current());
    const next = at === -1 ? (step === 1 ? all[0] : all.at(-1)) : all[at + step];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  const openCurrent = () => current()?.querySelector<HTMLElement>('a[data-open]')?.click();
  const pickCurrent = (event: KeyboardEvent) => {
    const key = current()?.dataset.row;
    if (key) pick(key, event.shiftKey);
  };
  useKeys([
    { key: 'ArrowDown', besides: ['ArrowUp'], label: t('list.keys.next'), group: 'move', run: () => walk(1) },
    { key: 'ArrowUp', run: () => walk(-1) },
    { key: 'KeyJ', run: () => walk(1) },
    { key: 'KeyK', run: () => walk(-1) },
    { key: 'Enter', label: t('list.open'), group: 'move', run: openCurrent, isNative: true },
    { key: 'KeyX', label: t('list.keys.pick'), group: 'act', run: pickCurrent },
    { key: 'Shift+KeyX', label: t('tickets.keys.select_range'), group: 'act', run: pickCurrent },
  ]);
  useEffect(() => {
    if (!hasRows || lastOpened?.name !== name) return;
    const row = table.current?.querySelector<HTMLElement>(`[data-row="${lastOpened.key}"] a[data-open]`);
    lastOpened = null;
    // Whoever has gone on to something else keeps it.
    if (document.activeElement === document.body) row?.focus();
  }, [hasRows, name, table]);
}

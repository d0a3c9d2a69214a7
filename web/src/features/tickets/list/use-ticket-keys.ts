import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { type KeyBinding, useKeys } from '../../../ui/keys.ts';
import { type BarAction, barKeys } from '../actions/ticket-toolbar.tsx';

type Props = {
  list: RefObject<HTMLElement | null>;
  actions: readonly BarAction[];
  onToggle: (id: number) => void;
  onReload: () => void;
  onAct: (action: BarAction) => void;
  onClear: () => void;
  isPicking: boolean;
};

/** J and K move the focus from row to row, so that everything else (Enter, Ctrl-Enter, a screen reader) follows. */
export function useTicketKeys({ list, actions, onToggle, onReload, onAct, onClear, isPicking }: Props): void {
  const { t } = useTranslation();
  const move = (by: 1 | -1) => () => moveFocus(list.current, by);
  const bindings: KeyBinding[] = [
    { key: 'KeyJ', label: t('tickets.keys.next'), group: 'move', run: move(1) },
    { key: 'KeyK', label: t('tickets.keys.previous'), group: 'move', run: move(-1) },
    {
      key: 'KeyX',
      label: t('tickets.keys.select'),
      group: 'act',
      run: () => {
        const id = focusedTicket(list.current);
        if (id) onToggle(id);
      },
    },
    ...actions.map((action) => ({
      key: barKeys[action],
      label: t(`tickets.act.${action}`),
      group: 'act' as const,
      run: () => onAct(action),
    })),
    { key: 'Shift+KeyR', label: t('tickets.reload'), group: 'act', run: onReload },
    { key: 'Escape', label: t('tickets.clear'), group: 'act', run: onClear, isOff: !isPicking },
  ];
  useKeys(bindings);
}

/** Id of the ticket whose row has the focus. */
export function focusedTicket(list: HTMLElement | null): number | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-ticket]');
  return row && list?.contains(row) ? Number(row.dataset.ticket) : null;
}

export function focusTicket(list: HTMLElement | null, id: number): void {
  const row = list?.querySelector<HTMLElement>(`[data-ticket="${id}"]`);
  row?.querySelector('a')?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

export function moveFocus(list: HTMLElement | null, by: 1 | -1): void {
  const ids = [...(list?.querySelectorAll<HTMLElement>('[data-ticket]') ?? [])].map((row) =>
    Number(row.dataset.ticket),
  );
  const at = ids.indexOf(focusedTicket(list) ?? Number.NaN);
  const next = at === -1 ? ids[0] : ids[at + by];
  if (next !== undefined) focusTicket(list, next);
}

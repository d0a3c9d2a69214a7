import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/self.ts';
import { type KeyBinding, useKeys } from '../../../ui/keys.ts';
import { leavePage } from '../../../ui/keys-between.ts';
import { type BarAction, barKeys, opensMenu } from '../actions/toolbar-actions.ts';
import { focusedTicket, openFocused } from './use-row-cursor.ts';

type Props = {
  list: RefObject<HTMLElement | null>;
  actions: readonly BarAction[];
  onMove: (by: 1 | -1) => void;
  /** With `range` all from the one before. */
  onToggle: (id: number, range: boolean) => void;
  onReload: () => void;
  onAct: (action: BarAction) => void;
  onClear: () => void;
  isPicking: boolean;
};

/** J and K move the focus from row to row, so that everything else (Enter, Ctrl-Enter, a screen reader) follows. */
export function useTicketKeys(props: Props): void {
  const { list, actions, onMove, onToggle, onReload, onAct, onClear, isPicking } = props;
  const { t } = useTranslation();
  const toggle = (range: boolean) => () => {
    const id = focusedTicket(list.current);
    if (id) onToggle(id, range);
  };
  const mayWrite = useMay('messages.create');
  // The ticket has the same keys: what leads there is pressed there once more.
  const write = (event: KeyboardEvent) => openFocused(list.current, () => leavePage(event));
  const bindings: KeyBinding[] = [
    { key: 'KeyJ', label: t('tickets.keys.next'), group: 'move', run: () => onMove(1) },
    { key: 'KeyK', label: t('tickets.keys.previous'), group: 'move', run: () => onMove(-1) },
    { key: 'KeyX', label: t('tickets.keys.select'), group: 'act', run: toggle(false) },
    { key: 'Shift+KeyX', label: t('tickets.keys.select_range'), group: 'act', run: toggle(true) },
    ...actions.map((action) => ({
      key: barKeys[action],
      label: t(`tickets.act.${action}`),
      also: action,
      group: 'act' as const,
      run: () => onAct(action),
      opensField: opensMenu(action) || action === 'merge',
    })),
    { key: 'KeyR', label: t('composer.keys.reply'), also: 'reply', group: 'write', run: write, isOff: !mayWrite },
    { key: 'KeyN', label: t('composer.keys.note'), also: 'note', group: 'write', run: write, isOff: !mayWrite },
    { key: 'Shift+KeyR', label: t('tickets.reload'), group: 'act', run: onReload },
    { key: 'Escape', label: t('tickets.clear'), group: 'act', run: onClear, isOff: !isPicking },
  ];
  useKeys(bindings);
}

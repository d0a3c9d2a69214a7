import { useTranslation } from 'react-i18next';
import { useKeys } from '../../../ui/keys.ts';
import { barKeys, isPutAway, whyNotSnoozed } from '../actions/toolbar-actions.ts';
import type { TicketActions } from '../actions/use-ticket-actions.ts';
import type { Ticket } from '../ticket-queries.ts';

type Props = {
  ticket: Ticket;
  does: TicketActions;
  /** Into the trash, or out of it, whichever the ticket is about. */
  mayMove: boolean;
  mayUpdate: boolean;
  mayMerge: boolean;
  onBack: () => void;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  onAssign: () => void;
  onSnooze: () => void;
  onMerge: () => void;
  onMarkUnread: () => void;
  onFind: () => void;
  /** Null: nobody may. */
  onForward: (() => void) | null;
};

/** As F forwards. */
export const findKey = 'Shift+KeyF';

/** The keys of an open ticket: the same hand as in the list. */
export function useOpenTicketKeys(props: Props): void {
  const {
    ticket,
    does,
    mayMove,
    mayUpdate,
    mayMerge,
    onMerge,
    onBack,
    onPrevious,
    onNext,
    onAssign,
    onSnooze,
    onMarkUnread,
    onFind,
    onForward,
  } = props;
  const { t } = useTranslation();
  const isResolved = ticket.view_type === 'resolved';
  const done = isResolved ? 'reopen' : 'resolve';
  const spam = ticket.is_spam ? 'notSpam' : 'spam';
  const gone = ticket.is_deleted ? 'restore' : 'trash';
  useKeys([
    { key: 'KeyJ', label: t('tickets.keys.next'), group: 'move', run: () => onNext?.(), isOff: onNext === null },
    {
      key: 'KeyK',
      label: t('tickets.keys.previous'),
      group: 'move',
      run: () => onPrevious?.(),
      isOff: onPrevious === null,
    },
    { key: 'Escape', label: t('tickets.keys.back'), group: 'move', run: onBack },
    {
      key: barKeys[done],
      label: t(`tickets.act.${done}`),
      also: done,
      group: 'act',
      run: () => void does[done]([ticket]),
      isOff: !mayUpdate,
    },
    {
      key: barKeys.assign,
      label: t('tickets.act.assign'),
      also: 'assign',
      group: 'act',
      run: onAssign,
      isOff: !mayUpdate,
      opensField: true,
    },
    {
      key: barKeys.snooze,
      label: t('tickets.act.snooze'),
      also: 'snooze',
      group: 'act',
      run: onSnooze,
      opensField: true,
      isOff: !mayUpdate || whyNotSnoozed([ticket]) !== null,
    },
    {
      key: barKeys[spam],
      label: t(`tickets.act.${spam}`),
      also: spam,
      group: 'act',
      run: () => void does[spam]([ticket]),
      isOff: !mayUpdate,
    },
    {
      key: barKeys.merge,
      label: t('tickets.act.merge'),
      also: 'merge',
      group: 'act',
      run: onMerge,
      isOff: !mayMerge || isPutAway(ticket),
      opensField: true,
    },
    {
      key: 'KeyF',
      label: t('thread.menu.forward_all'),
      also: 'forward',
      group: 'write',
      run: () => onForward?.(),
      isOff: onForward === null,
      opensField: true,
    },
    { key: findKey, label: t('thread.find'), also: 'find', group: 'move', run: onFind, opensField: true },
    { key: 'Shift+KeyU', label: t('tickets.ticket.mark_unread'), group: 'act', run: onMarkUnread },
    {
      key: barKeys[gone],
      label: t(`tickets.act.${gone}`),
      also: gone,
      group: 'act',
      run: () => void does[gone]([ticket]),
      isOff: !mayMove,
    },
  ]);
}

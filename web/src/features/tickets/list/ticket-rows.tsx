import { Button } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, type Ref, useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../ui/empty.tsx';
import type { HeldRow } from '../../../ui/held-rows.ts';
import type { Ticket } from '../ticket-queries.ts';
import type { TicketSearch } from '../views/ticket-views.ts';
import { takeLastOpened } from './last-opened.ts';
import { NoTickets } from './no-tickets.tsx';
import { TicketGhosts } from './ticket-ghosts.tsx';
import c from './ticket-list.module.css';
import { type RowActions, TicketRow } from './ticket-row.tsx';
import { focusTicket, moveFocus } from './use-ticket-keys.ts';

type Props = {
  ref: Ref<HTMLUListElement> & { current: HTMLUListElement | null };
  label: string;
  search: TicketSearch;
  rows: readonly HeldRow<Ticket>[];
  changed: ReadonlySet<number>;
  picked: readonly Ticket[];
  state: 'loading' | 'failed' | 'ready';
  me: number;
  onToggle: (id: number, range: boolean) => void;
  act: (name: keyof RowActions, ticket: Ticket) => void;
  /** Whether somebody points at the rows, or reads further down: then they must not move. */
  onPoint: (isPointedAt: boolean) => void;
  onRetry: () => void;
  onFirstPage: () => void;
};

/** The rows, or why there are none. */
export function TicketRows(props: Props) {
  const { ref, label, search, rows, changed, picked, state, me, onRetry, onFirstPage } = props;
  const { t } = useTranslation();
  const toggle = useStable(props.onToggle);
  const act = useStable(props.act);
  const hold = useHold(props.onPoint);
  useReturn(ref, rows.length > 0);
  if (state === 'loading') return <TicketGhosts />;
  if (state === 'failed') {
    return (
      <Empty
        title={t('tickets.failed.load')}
        action={
          <Button variant="default" onClick={onRetry}>
            {t('tickets.try_again')}
          </Button>
        }
      >
        {t('tickets.failed.load_text')}
      </Empty>
    );
  }
  if (rows.length === 0) return <NoTickets search={search} onFirstPage={onFirstPage} />;
  const pickedIds = new Set(picked.map((row) => row.id));
  return (
    <ul ref={ref} className={c.list} aria-label={label} onKeyDown={onArrow} {...hold}>
      {rows.map(({ row, gone }) => (
        <TicketRow
          key={row.id}
          ticket={row}
          search={search}
          isPicked={pickedIds.has(row.id)}
          isPicking={picked.length > 0}
          isGone={gone}
          isChanged={changed.has(row.id)}
          me={me}
          onToggle={toggle}
          act={act}
        />
      ))}
    </ul>
  );
}

function onArrow(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  moveFocus(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
}

/** Coming back from a ticket, the eye finds the row it left. */
function useReturn(list: { current: HTMLUListElement | null }, hasRows: boolean): void {
  useEffect(() => {
    const id = hasRows ? takeLastOpened() : null;
    if (id !== null) focusTicket(list.current, id);
  }, [list, hasRows]);
}

/** The same function for every render, so that rows which did not change are not drawn again. */
function useStable<A extends unknown[]>(callback: (...args: A) => void): (...args: A) => void {
  const call = useRef(callback);
  useEffect(() => {
    call.current = callback;
  });
  return useCallback((...args: A) => call.current(...args), []);
}

/** Rows rest while a mouse is over them or the list is scrolled: what came in above would push them away. */
function useHold(onPoint: (isPointedAt: boolean) => void) {
  const state = useRef({ over: false, scrolled: false });
  const say = (part: Partial<typeof state.current>) => {
    state.current = { ...state.current, ...part };
    onPoint(state.current.over || state.current.scrolled);
  };
  const end = useEffectEvent(() => onPoint(false));
  useEffect(() => end, []);
  return {
    onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && say({ over: true }),
    onPointerLeave: () => say({ over: false }),
    onScroll: (event: { currentTarget: HTMLElement }) => say({ scrolled: event.currentTarget.scrollTop > 0 }),
  };
}

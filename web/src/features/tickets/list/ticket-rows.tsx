import { Button } from '@mantine/core';
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../api/fetch-part.ts';
import { useSelf } from '../../../api/self.ts';
import { learnLater } from '../../../i18n/language.ts';
import { Empty } from '../../../ui/empty.tsx';
import { useStable } from '../../../ui/use-stable.ts';
import type { Ticket } from '../ticket-queries.ts';
import type { TicketSearch } from '../views/ticket-search.ts';
import { NoTickets } from './no-tickets.tsx';
import { GhostRow, TicketGhosts } from './ticket-ghosts.tsx';
import c from './ticket-list.module.css';
import { type RowActions, TicketRow } from './ticket-row.tsx';
import type { ScrolledRows } from './use-scrolled-rows.ts';
import type { ListRow } from './use-ticket-window.ts';
import { whoseProduct } from './whose-product.ts';

const BegunLetters = lazyPart(async () => {
  const [file] = await Promise.all([import('../letters/begun-letters.tsx'), learnLater('compose')]);
  return file;
});

type Props = {
  ref: RefObject<HTMLDivElement | null>;
  label: string;
  search: TicketSearch;
  rows: readonly ListRow[];
  /** How many there are to scroll through. */
  count: number;
  /** More than `count`, and nobody knows how many. */
  isCapped: boolean;
  at: ScrolledRows;
  changed: ReadonlySet<number>;
  picked: readonly Ticket[];
  state: 'loading' | 'failed' | 'ready';
  me: number;
  onToggle: (id: number, range: boolean) => void;
  act: (name: keyof RowActions, ticket: Ticket) => void;
  /** Whether somebody points at the rows, or reads further down: then they must not move. */
  onPoint: (isPointedAt: boolean) => void;
  /** Which ticket's row has the focus, if any. */
  onMark: (id: number | null) => void;
  onRetry: () => void;
  /** Moves the focus by so many rows, or to a place. */
  cursor: { move: (by: number) => void; go: (place: number) => void };
};

/** The rows near what is seen, or why there are none. */
export function TicketRows(props: Props) {
  const { ref, search, state, count, onRetry } = props;
  const { t } = useTranslation();
  const hold = useHold(props.onPoint);
  const isOfDrafts = search.view === 'drafts';
  const none = <NoTickets search={search} />;
  return (
    <div ref={ref} className={c.list} {...hold}>
      {isOfDrafts && (
        <Suspense>
          <BegunLetters search={search} none={state === 'ready' && count === 0 && none} onMove={props.cursor.move} />
        </Suspense>
      )}
      {state === 'loading' ? (
        <TicketGhosts />
      ) : state === 'failed' ? (
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
      ) : count === 0 ? (
        !isOfDrafts && none
      ) : (
        <Rows {...props} />
      )}
    </div>
  );
}

function Rows(props: Props) {
  const { label, search, rows, count, isCapped, at, changed, picked, me, cursor, onMark } = props;
  const toggle = useStable(props.onToggle);
  const act = useStable(props.act);
  const [focused, focus] = useState<ListRow | null>(null);
  const isNear = (place: number) => place >= at.first && place < at.last;
  const near = new Map(rows.filter(({ place }) => isNear(place)).map((one) => [one.place, one]));
  // Whoever scrolls away by the wheel goes on with J where they were.
  const isAway = focused !== null && !isNear(focused.place);
  // A row that leaves takes the focus with it: whoever works with keys goes on in its place.
  const [left, leave] = useState<number | null>(null);
  if (focused && !isAway && near.get(focused.place)?.row.id !== focused.row.id) {
    const there = rows.find(({ row }) => row.id === focused.row.id) ?? null;
    focus(there);
    if (there === null) leave(focused.place);
  }
  const goOn = useEffectEvent((place: number) => {
    leave(null);
    if (document.activeElement === document.body) cursor.go(place);
  });
  useEffect(() => {
    if (left !== null) goOn(left);
  }, [left]);
  const places = Array.from({ length: Math.max(0, Math.min(at.last, count) - at.first) }, (_, i) => at.first + i);
  const whose = whoseProduct(
    useSelf().companies,
    rows.map(({ row }) => row),
  );
  const pickedIds = new Set(picked.map((row) => row.id));
  const draw = ({ row, place, isGone }: ListRow) => (
    <TicketRow
      key={row.id}
      ticket={row}
      search={search}
      place={place}
      top={place * at.rowPx}
      among={isCapped ? -1 : count}
      isPicked={pickedIds.has(row.id)}
      isPicking={picked.length > 0}
      isGone={isGone}
      isChanged={changed.has(row.id)}
      whose={whose(row)}
      me={me}
      onToggle={toggle}
      act={act}
    />
  );
  return (
    <ul
      className={c.rows}
      style={{ height: count * at.rowPx }}
      aria-label={label}
      onKeyDown={(event) => onMoveKey(event, cursor, at.fitting, count)}
      onFocus={(event) => {
        const id = Number(event.target.closest<HTMLElement>('[data-ticket]')?.dataset.ticket);
        const there = rows.find(({ row }) => row.id === id) ?? null;
        focus(there);
        onMark(there?.row.id ?? null);
      }}
      onBlur={(event: FocusEvent<HTMLElement>) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        focus(null);
        onMark(null);
      }}
    >
      {isAway && focused.place < at.first && draw(focused)}
      {places.map((place) => {
        const one = near.get(place);
        return one ? draw(one) : <GhostRow key={`ghost ${place}`} top={place * at.rowPx} seed={place} />;
      })}
      {isAway && focused.place >= at.last && draw(focused)}
    </ul>
  );
}

function onMoveKey(event: KeyboardEvent<HTMLElement>, cursor: Props['cursor'], fitting: number, count: number): void {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: fitting - 1, PageUp: 1 - fitting };
  const ends: Record<string, number> = { Home: 0, End: count - 1 };
  const [step, end] = [steps[event.key], ends[event.key]];
  if ((step ?? end) === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  if (step !== undefined) cursor.move(step);
  else if (end !== undefined) cursor.go(end);
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

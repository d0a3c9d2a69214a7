import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkAction } from '#contract/ticket-bulk.ts';
import { tickets } from '#contract/tickets.ts';
import { useSelf } from '../../../api/self.ts';
import { useStableHandlers } from '../../../ui/use-stable.ts';
import { TicketToolbar } from '../actions/ticket-toolbar.tsx';
import { actionsIn, opensMenu, type PlainAction, type Selection } from '../actions/toolbar-actions.ts';
import { useBarActs } from '../actions/use-bar-acts.ts';
import { useBarMenu } from '../actions/use-bar-menu.ts';
import { useTicketActions } from '../actions/use-ticket-actions.ts';
import { MergeLater } from '../merging/merge-later.tsx';
import type { Ticket } from '../ticket-queries.ts';
import { TrashLater } from '../trash/trash-later.tsx';
import { TicketFilterBar } from '../views/ticket-filter-bar.tsx';
import type { TicketSearch } from '../views/ticket-search.ts';
import c from './ticket-list.module.css';
import { TicketRows } from './ticket-rows.tsx';
import { useEverything } from './use-everything.ts';
import { usePicked } from './use-picked.ts';
import { focusedTicket, focusTicket } from './use-row-cursor.ts';
import { useTicketKeys } from './use-ticket-keys.ts';
import { useTicketList } from './use-ticket-list.ts';

/** The list of a view: toolbar, filter bar and rows, which keep their place while somebody points at them. */
export function TicketListScreen({ search, onSearch }: { search: TicketSearch; onSearch: (to: TicketSearch) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { user } = useSelf();
  const list = useRef<HTMLDivElement>(null);
  const [isPointedAt, setPointedAt] = useState(false);
  const [isBarPointedAt, setBarPointedAt] = useState(false);
  const [merging, setMerging] = useState<readonly number[] | null>(null);
  const isFetching = useIsFetching({ queryKey: [tickets.name, 'get'] }) > 0;
  const [isPicking, setPicking] = useState(false);
  const { menu, openMenu, chooseMenu } = useBarMenu({
    isPicking,
    focused: () => {
      const id = focusedTicket(list.current);
      const there = held.rows.find(({ row }) => row.id === id);
      return there ? { id: there.row.id, place: there.place } : null;
    },
    pick: (id) => picks.toggle(id, false),
    clear: () => picks.clear(),
    goOn: (place) => held.cursor.go(place),
  });
  const [marked, mark] = useState<number | null>(null);
  const held = useTicketList(list, search, isPointedAt || isBarPointedAt || isPicking || menu !== null, marked);
  const shown = held.rows.map(({ row }) => row);
  const { picked, ...picks } = usePicked(search, held.rows);
  if (isPicking !== picked.length > 0) setPicking(picked.length > 0);
  const { total } = held;
  const everything = useEverything(search, picked, picks.kept, total);
  const doToAll = (action: BulkAction) => {
    // When it is done, with what came up meanwhile: before, the list would only be filled again.
    void everything.act(action).then((isWhole) => isWhole && leavesTheView(action) && held.release());
    picks.clear();
  };
  const actions = useMemo(() => actionsIn(search.view ?? 'open'), [search.view]);
  const does = useTicketActions();
  const { isDenied, act, mayOpen, chosen } = useBarActs({
    picked,
    clear: picks.clear,
    isEverything: everything.isMeant,
    doToAll,
    leaving: (rows) => {
      const next = rowAfter(rows);
      return () => {
        // Who works with keys goes on with the next row, and does so by the very key: the next one comes before the next frame.
        if (next !== null) focusTicket(list.current, next);
        held.dismiss(rows.map((row) => row.id));
        picks.clear();
      };
    },
    onMerge: setMerging,
  });
  /** The picked rows, or the one with the focus; with nothing to act on the key rests. */
  const targets = () => (picked.length > 0 ? picked : shown.filter((row) => row.id === focusedTicket(list.current)));
  /** The row that moves up to the focus when these have gone. */
  const rowAfter = (leaving: readonly Ticket[]) => {
    const at = shown.findIndex((row) => row.id === focusedTicket(list.current));
    const stays = (row: Ticket) => !leaving.includes(row);
    return at === -1 ? null : ((shown.slice(at).find(stays) ?? shown.slice(0, at).findLast(stays))?.id ?? null);
  };
  /** Whoever asks for the list as it is now gets it so, also where it is held; and stays where they read. */
  const reload = () => void client.invalidateQueries({ queryKey: [tickets.name] }).then(held.release);
  useTicketKeys({
    list,
    actions: actions.filter((action) => !isDenied(action)),
    isPicking,
    onMove: held.cursor.move,
    onToggle: picks.toggle,
    onReload: reload,
    onAct: (action) => {
      if (!opensMenu(action)) act(action, targets());
      else if (mayOpen(action, targets())) openMenu(action);
    },
    onClear: picks.clear,
  });

  const onToolbar = useStableHandlers({
    setMenu: chooseMenu,
    onSelect: (which: Selection) => void picks.select(which),
    onReload: reload,
    onAct: (action: PlainAction) => act(action, picked),
    ...chosen,
  });
  const onBar = useStableHandlers({
    onSearch,
    onEverything: everything.choose,
    onClear: picks.clear,
    onRelease: () => {
      held.release();
      list.current?.scrollTo({ top: 0 });
    },
  });

  return (
    <div className={c.page}>
      <TicketToolbar
        actions={actions}
        isDenied={isDenied}
        isForAll={everything.isMeant}
        picked={picked}
        count={everything.isMeant ? (everything.offered?.count ?? 0) : picked.length}
        isReloading={isFetching}
        menu={menu}
        {...onToolbar}
      />
      {/* On the way from the rows to what waits behind the pill nothing moves either, or the pill would be gone. */}
      <div
        style={{ display: 'contents' }}
        onPointerEnter={(event) => setBarPointedAt(event.pointerType === 'mouse')}
        onPointerLeave={() => setBarPointedAt(false)}
      >
        <TicketFilterBar
          search={search}
          total={held.titled}
          offered={everything.offered}
          isEverything={everything.isMeant}
          pickedCount={picked.length}
          news={held.news}
          {...onBar}
        />
      </div>
      {search.view === 'trash' && (
        <TrashLater
          picked={picked}
          onGone={(ids) => {
            held.dismiss([...ids]);
            picks.clear();
          }}
        />
      )}
      <TicketRows
        ref={list}
        label={t(`tickets.views.${search.view ?? 'open'}`)}
        search={search}
        rows={held.rows}
        count={held.count}
        isCapped={held.isCapped}
        at={held.at}
        cursor={held.cursor}
        changed={held.changed}
        picked={picked}
        state={held.error && held.isLoading ? 'failed' : held.isLoading ? 'loading' : 'ready'}
        me={user.id}
        onToggle={picks.toggle}
        act={(name, ticket) => (name === 'assignToMe' ? void does.assignToMe([ticket]) : act(name, [ticket]))}
        onPoint={setPointedAt}
        onMark={mark}
        onRetry={held.retry}
      />
      {merging && (
        <MergeLater
          ids={merging}
          onClose={() => setMerging(null)}
          onMerged={(survivor, gone) => {
            setMerging(null);
            held.dismiss(gone);
            picks.clear();
            requestAnimationFrame(() => focusTicket(list.current, survivor));
          }}
        />
      )}
    </div>
  );
}

const staying: ReadonlySet<BulkAction['kind']> = new Set(['assign', 'assign_team', 'tag', 'untag', 'label']);
const leavesTheView = ({ kind }: BulkAction) => !staying.has(kind);

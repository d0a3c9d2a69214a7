import { UnstyledButton } from '@mantine/core';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkAction } from '#contract/ticket-bulk.ts';
import { formatNumber } from '../../../i18n/time.ts';
import { TicketToolbar } from '../actions/ticket-toolbar.tsx';
import { opensMenu, type PlainAction, type Selection } from '../actions/toolbar-actions.ts';
import { useBarActs } from '../actions/use-bar-acts.ts';
import { useBarMenu } from '../actions/use-bar-menu.ts';
import { takeLastFound } from '../list/last-place.ts';
import { useEverything } from '../list/use-everything.ts';
import { chosenBy } from '../list/use-picked.ts';
import { focusedTicket } from '../list/use-row-cursor.ts';
import { useTicketKeys } from '../list/use-ticket-keys.ts';
import { MergeLater } from '../merging/merge-later.tsx';
import { foundQuery, type Ticket } from '../ticket-queries.ts';
import { actionsFor, type FoundRow, insteadFor } from './actions-for.ts';
import c from './found-bar.module.css';
import { useFullRows } from './use-full-rows.ts';

type Props = {
  asked: string;
  /** What is shown of it, in its order. */
  found: readonly FoundRow[];
  total: number;
  /** There are more than `total`: then nobody knows what all of them are. */
  isCapped: boolean;
  picked: readonly number[];
  /** Another object after every change of what is picked. */
  picks: object;
  list: RefObject<HTMLElement | null>;
  onMove: (by: 1 | -1) => void;
  onToggle: (id: number, range: boolean) => void;
  onPick: (ids: readonly number[]) => void;
};

/** What can be done with what a search found: the same toolbar and the same keys as in the list. */
export function FoundBar({ asked, found, total, isCapped, list, onMove, onToggle, onPick, ...props }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [merging, setMerging] = useState<readonly number[] | null>(null);
  const isPicking = props.picked.length > 0;
  const rows = useFullRows(
    found.map((one) => one.id),
    isPicking,
  );
  const picked = props.picked.flatMap((id) => rows.get(id) ?? []);
  const everything = useEverything(
    { search: asked },
    picked,
    props.picks,
    isCapped ? null : { count: total, isCapped },
  );
  const clear = () => onPick([]);
  const doToAll = (action: BulkAction) => {
    void everything.act(action);
    clear();
  };
  const focus = (id: number) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-ticket="${id}"] a`)?.focus());
  const comeBack = useEffectEvent(() => {
    const last = takeLastFound(asked);
    const there = last && (found.find((one) => one.id === last.id) ?? found[Math.min(last.place, found.length - 1)]);
    if (there) focus(there.id);
  });
  useEffect(() => comeBack(), []);
  const { isDenied, act, mayOpen, chosen } = useBarActs({
    picked,
    clear,
    isEverything: everything.isMeant,
    doToAll,
    leaving: (leaving) => {
      const next = rowAfter(found, focusedTicket(list.current), leaving);
      return () => {
        clear();
        if (next !== null) focus(next);
      };
    },
    onMerge: setMerging,
  });
  /** The picked, or the one with the focus as it stands now. */
  const targets = async (): Promise<readonly Ticket[]> => {
    if (isPicking) return picked;
    const id = focusedTicket(list.current);
    if (id === null) return [];
    const known = rows.get(id);
    return known ? [known] : (await client.fetchQuery(foundQuery([id]))).rows;
  };
  const { menu, openMenu, chooseMenu } = useBarMenu({
    isPicking,
    focused: () => {
      const id = focusedTicket(list.current);
      return id === null ? null : { id, place: found.findIndex((one) => one.id === id) };
    },
    pick: (id) => onToggle(id, false),
    clear,
    goOn: (place) => {
      const there = found[Math.min(place, found.length - 1)];
      if (there) focus(there.id);
    },
  });
  const reload = () => {
    for (const queryKey of [['tickets'], ['search']]) void client.invalidateQueries({ queryKey });
  };
  const pick = (which: Selection) => onPick(which === 'none' ? [] : found.filter(chosenBy[which]).map((one) => one.id));
  const actions = actionsFor(picked);
  useTicketKeys({
    list,
    actions: actionsFor([]).filter((action) => !isDenied(action)),
    isPicking,
    onMove,
    onToggle,
    onReload: reload,
    onAct: (action) => {
      if (opensMenu(action)) {
        const ids = isPicking ? props.picked : [focusedTicket(list.current)];
        if (
          mayOpen(
            action,
            found.filter((one) => ids.includes(one.id)),
          )
        )
          openMenu(action);
        return;
      }
      void targets().then((those) => act(insteadFor(action, those), those));
    },
    onClear: clear,
  });
  return (
    <div className={c.found} data-picking={isPicking || undefined}>
      <TicketToolbar
        actions={actions}
        isDenied={isDenied}
        isForAll={everything.isMeant}
        picked={picked}
        count={everything.isMeant ? total : picked.length}
        isReloading={useIsFetching({ queryKey: ['search'] }) > 0}
        menu={menu}
        setMenu={chooseMenu}
        onSelect={pick}
        onReload={reload}
        onAct={(action: PlainAction) => act(action, picked)}
        end={<span />}
        {...chosen}
      />
      {isPicking && (
        <p className={c.picked} role="status">
          <b>
            {everything.isMeant
              ? t('tickets.all_selected', { total: formatNumber(total) })
              : t('tickets.selected', { count: props.picked.length })}
          </b>
          {everything.offered && !everything.isMeant && (
            <UnstyledButton data-thumb onClick={everything.choose}>
              {t('tickets.select_all_matching', { total: formatNumber(total) })}
            </UnstyledButton>
          )}
          <UnstyledButton data-thumb onClick={clear}>
            {t('tickets.clear')}
          </UnstyledButton>
        </p>
      )}
      {merging && (
        <MergeLater
          ids={merging}
          onClose={() => setMerging(null)}
          onMerged={(survivor) => {
            setMerging(null);
            clear();
            reload();
            focus(survivor);
          }}
        />
      )}
    </div>
  );
}

/** Where the focus goes on when these are done with: what was done to them may leave them there. */
function rowAfter(found: readonly FoundRow[], focused: number | null, leaving: readonly Ticket[]): number | null {
  const at = found.findIndex((one) => one.id === focused);
  const stays = (one: FoundRow) => !leaving.some((row) => row.id === one.id);
  return at === -1 ? null : ((found.slice(at).find(stays) ?? found.slice(0, at).findLast(stays))?.id ?? null);
}

import { useQueryClient } from '@tanstack/react-query';
import { type HTMLAttributes, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#contract/entity.ts';
import { orderSavedSearches, savedSearches } from '#contract/saved-searches.ts';
import { call } from '../../../api/call.ts';
import { toastError } from '../../../ui/toast.tsx';

type Search = Row<typeof savedSearches>;

/** Orders reach the server as they were chosen, one after the other. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Saved searches in an order of one's own: dragged, by Alt and an arrow, or from the menu. One's own and the company's
 * stay apart.
 */
export function useMoving(saved: readonly Search[]) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [order, setOrder] = useState<readonly number[] | null>(null);
  const [dragged, drag] = useState<Search | null>(null);
  const rows = order ? saved.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)) : saved;
  const among = (one: Search) => rows.filter((row) => row.is_shared === one.is_shared);
  /** The ids of all, with this one in the place of another. */
  const placed = (one: Search, target: Search | undefined) => {
    if (!target || target.is_shared !== one.is_shared) return null;
    const ids = rows.map((row) => row.id).filter((id) => id !== one.id);
    ids.splice(rows.indexOf(target), 0, one.id);
    return ids;
  };
  const neighbour = (one: Search, by: -1 | 1) => among(one)[among(one).indexOf(one) + by];
  const save = async (ids: readonly number[]) => {
    setOrder(ids);
    const sending = last.then(() => call(orderSavedSearches, { ids: [...ids] }));
    last = sending.catch(() => {});
    try {
      await sending;
    } catch (error) {
      toastError(t('saved.not_updated'), error);
    }
    await client.invalidateQueries({ queryKey: [savedSearches.name] });
    // A later one stays until it is kept as well.
    setOrder((now) => (now === ids ? null : now));
  };
  const move = (one: Search, by: -1 | 1) => {
    const ids = placed(one, neighbour(one, by));
    if (ids) void save(ids);
  };
  const drop = () => {
    if (dragged && order) void save(order);
    drag(null);
  };
  const lineOf = (one: Search): HTMLAttributes<HTMLElement> & { 'data-dragged'?: true | undefined } => ({
    draggable: true,
    'data-dragged': dragged?.id === one.id || undefined,
    onDragStart: (event) => {
      event.dataTransfer.effectAllowed = 'move';
      drag(one);
    },
    onDragOver: (event) => {
      if (!dragged || dragged.is_shared !== one.is_shared) return;
      event.preventDefault();
      const ids = dragged.id === one.id ? null : placed(dragged, one);
      if (ids) setOrder(ids);
    },
    onDrop: (event) => {
      event.preventDefault();
      drop();
    },
    // Let go elsewhere, it goes back.
    onDragEnd: (event) => {
      if (event.dataTransfer.dropEffect === 'none') setOrder(null);
      drag(null);
    },
    onKeyDown: (event) => {
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
      if (!event.altKey || by === null) return;
      event.preventDefault();
      const { target } = event;
      move(one, by);
      // A line that moves loses the focus.
      if (target instanceof HTMLElement) requestAnimationFrame(() => target.focus());
    },
  });
  return { rows, move, mayMove: (one: Search, by: -1 | 1) => neighbour(one, by) !== undefined, lineOf };
}
export type Moving = ReturnType<typeof useMoving>;

import { useRouterState } from '@tanstack/react-router';

export const pageSizes = [25, 50, 75, 100] as const;
export type PageSize = (typeof pageSizes)[number];
export const segments = ['all', 'disabled'] as const;
export type Segment = (typeof segments)[number];

/** What the person chose to see, out of the address. */
export type ListSearch = {
  q?: string | undefined;
  sort?: string | undefined;
  from?: number | undefined;
  rows?: PageSize | undefined;
};

const sizeKey = 'parley.rows';

/** How many rows a page had last time. */
export function rememberedPageSize(): PageSize {
  const remembered = Number(localStorage.getItem(sizeKey));
  return pageSizes.find((size) => size === remembered) ?? 25;
}
export function rememberPageSize(size: PageSize): void {
  localStorage.setItem(sizeKey, String(size));
}

/** `#all` or `#disabled`. */
export function useSegment(): Segment {
  const hash = useRouterState({ select: (state) => state.location.hash });
  return hash === 'disabled' ? 'disabled' : 'all';
}

/** `-updated` → `['updated', 'desc']`. */
export function sortPair(sort: string): [field: string, direction: 'asc' | 'desc'] {
  return sort.startsWith('-') ? [sort.slice(1), 'desc'] : [sort, 'asc'];
}

/** A click on a header: upwards first, then the other way round. */
export function nextSort(current: string, field: string): string {
  return current === field ? `-${field}` : field;
}

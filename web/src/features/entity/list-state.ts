import { useRouterState } from '@tanstack/react-router';
import type { RowsQuery } from '../../api/rows.ts';
import type { Declaration } from './declaration.ts';

export const pageSizes = [25, 50, 75, 100] as const;
export type PageSize = (typeof pageSizes)[number];
/** Where neither the address nor an earlier choice says another. */
export const usualPageSize: PageSize = 25;
export const segments = ['all', 'disabled'] as const;
export type Segment = (typeof segments)[number];

/** What the person chose to see, out of the address; the segment is its hash. */
export type ListSearch = {
  q?: string | undefined;
  sort?: string | undefined;
  from?: number | undefined;
  rows?: PageSize | undefined;
  /** `company_id.3*health_state.ok` */
  filter?: string | undefined;
};

/** What each filter is set to, by its field. */
export type Chosen = Readonly<Record<string, number | string>>;
type Filtered = Pick<Declaration, 'filters'>;
type Segmented = Pick<Declaration, 'segments'>;

/** What an address chose; what the list has no filter for, or no such value of, is passed over. */
export function readFilters(of: Filtered, text: string | undefined): Chosen {
  const pairs = (text ?? '').split('*').flatMap((pair): [string, number | string][] => {
    const dot = pair.indexOf('.');
    const [name, value] = [pair.slice(0, dot), pair.slice(dot + 1)];
    const filter = of.filters.find((one) => one.name === name);
    if (!filter) return [];
    if (filter.kind === 'choice')
      return filter.values.includes(value) ? [[name, filter.isNumber ? Number(value) : value]] : [];
    return /^[1-9]\d{0,14}$/.test(value) ? [[name, Number(value)]] : [];
  });
  return Object.fromEntries(pairs);
}

export function writeFilters(chosen: Chosen): string | undefined {
  const text = Object.entries(chosen)
    .map(([name, value]) => `${name}.${value}`)
    .join('*');
  return text || undefined;
}

/** The company that a list is narrowed to. */
export const companyOf = ({ company_id }: Chosen): number | undefined => Number(company_id) || undefined;

export function conditionsOf(of: Segmented, segment: Segment, chosen: Chosen): NonNullable<RowsQuery['conditions']> {
  const filters = Object.entries(chosen).map(([name, value]) => [name, '=', value] as const);
  const own = of.segments?.[segment] ?? [['is_deleted', '=', segment === 'disabled' ? 1 : 0] as const];
  return [...own, ...filters];
}

const sizeKey = 'parley.rows';

/** How many rows a page had last time. */
function rememberedPageSize(): PageSize {
  try {
    const remembered = Number(localStorage.getItem(sizeKey));
    return pageSizes.find((size) => size === remembered) ?? usualPageSize;
  } catch {
    return usualPageSize;
  }
}
export function rememberPageSize(size: PageSize): void {
  try {
    localStorage.setItem(sizeKey, String(size));
  } catch {
    // Without room the list is shown so all the same, and not remembered.
  }
}

/**
 * What an address is still to say, so that it shows everybody the same rows: as many as last time. A later page without
 * a word was counted with as many as usual.
 */
export function rowsToSay({ rows, from }: ListSearch): PageSize | undefined {
  const remembered = rememberedPageSize();
  if (rows || remembered === usualPageSize) return undefined;
  return from ? usualPageSize : remembered;
}

/** `#all` or `#disabled`. */
export function useSegment(): Segment {
  const hash = useRouterState({ select: (state) => state.location.hash });
  return hash === 'disabled' ? 'disabled' : 'all';
}

/** What an address sorts by; as the list does by itself, where the noun cannot be sorted so. */
export function readSort({ entity, defaultSort }: Pick<Declaration, 'entity' | 'defaultSort'>, text = ''): string {
  const [field] = sortPair(text);
  return Object.hasOwn(entity.fields, field) && entity.fields[field]?.sort ? text : defaultSort;
}

/** `-updated` → `['updated', 'desc']`. */
export function sortPair(sort: string): [field: string, direction: 'asc' | 'desc'] {
  return sort.startsWith('-') ? [sort.slice(1), 'desc'] : [sort, 'asc'];
}

/** A click on a header: upwards first, then the other way round. */
export function nextSort(current: string, field: string): string {
  return current === field ? `-${field}` : field;
}

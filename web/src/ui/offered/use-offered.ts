import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { searchMax, wordsOf } from '#contract/entity.ts';
import { getRows, type RowsQuery, rowsQuery } from '../../api/rows.ts';
import { useSelf } from '../../api/self.ts';
import { inOtherLayout } from '../other-layout.ts';
import { apart } from './apart.ts';
import { firstOf, type Reference, theseOf } from './reference.ts';

const typingPauseMs = 150;

type Asked = {
  to: Reference;
  /** Whose rows are offered, where the noun belongs to companies. Null: of all that one works for. */
  companyId: number | null;
  chosen: readonly number[];
  words?: string;
  without?: readonly number[] | undefined;
  /** What is known of some of them already. */
  known?: readonly { id: number }[] | undefined;
  /** False: nothing is asked for, as of a noun that one may not see. */
  isAsked?: boolean | undefined;
};
type Offer = { id: number; company_id?: number; is_deleted?: number };
export type Offered = {
  options: { value: string; label: string }[];
  /** What the words find by more than by its name. */
  found: ReadonlySet<string>;
  /** As they came, of all that is offered or chosen. */
  rows: readonly { id: number }[];
  isPending: boolean;
  /** What was chosen and is not among the rows is nowhere. */
  isSettled: boolean;
  /** The server looks beyond what is there already. */
  isSearching: boolean;
  /** What was chosen goes by this name: an ellipsis until it is known, its number where it is not there. */
  nameOf: (id: number) => string;
};

/**
 * Rows of another noun to choose from: the first of them, what the words find beyond these, and what is chosen already,
 * wherever it stands and even if it was disabled. Where all are there at once, nobody is asked again.
 */
export function useOffered({ to, companyId, words = '', known = [], isAsked = true, ...asked }: Asked): Offered {
  const { t } = useTranslation();
  const { companies } = useSelf();
  const { chosen, without = [] } = asked;
  const typed = words.trim().slice(0, searchMax);
  const [search] = useDebouncedValue(typed, typingPauseMs);
  const query = firstOf(to, companyId);
  const first = useQuery({ ...rowsQuery(to.entity, query), enabled: isAsked });
  const here = [...known, ...rowsOf(first.data)];
  const elsewhere = chosen.filter((id) => !here.some((row) => row.id === id));
  const names = useQuery({
    ...rowsQuery(to.entity, theseOf(to, elsewhere)),
    enabled: isAsked && !first.isPending && elsewhere.length > 0,
    placeholderData: keepPreviousData,
  });
  const areNamed = elsewhere.length === 0 || names.isError || (names.isSuccess && !names.isPlaceholderData);
  const isSettled = !isAsked || (!first.isPending && areNamed);
  // Who left one company may work for another one: they are there.
  const those = rowsOf(names.data).toSorted((a, b) => (b.is_deleted ?? 0) - (a.is_deleted ?? 0));
  // What is found later calls nothing otherwise that is there already: it may stand in the search box.
  const there = [...those, ...here];
  const named = new Map(namesOf(there, there));
  const isPart = first.data !== undefined && first.data.total > first.data.rows.length;
  // A label that was chosen stands in the search box of a closed select: that is no search.
  const isSearch = typed !== '' && !chosen.some((id) => named.get(id) === typed);
  const more = useQuery({
    ...meantQuery(to, query, search),
    enabled: isAsked && isPart && isSearch && search !== '' && to.entity.searched.length > 0,
    placeholderData: keepPreviousData,
  });
  const beyond = rowsOf(more.data);
  const isFresh = search === typed && !more.isPlaceholderData && more.isSuccess;
  for (const [id, name] of namesOf(beyond, [...there, ...beyond])) if (!named.has(id)) named.set(id, name);

  function namesOf(rows: Offer[], among: readonly Offer[]): [id: number, name: string][] {
    const nameIn = apart(companies, among, to.label);
    return rows.map((row) => {
      const name = nameIn(row);
      return [row.id, row.is_deleted === 1 ? t('list.disabled_name', { name }) : name];
    });
  }
  const nameOf = (id: number) => named.get(id) ?? (isSettled ? `#${id}` : '…');
  const offered = [...here, ...(isSearch ? beyond : [])].map(({ id }) => id);
  const ids = new Set([...elsewhere, ...offered].filter((id) => !without.includes(id)));
  const wanted = wordsOf(typed);
  const fits = (row: object) => wanted.every((word) => textOf(to, row).includes(word));
  return {
    options: [...ids].map((id) => ({ value: String(id), label: nameOf(id) })),
    found: new Set([...here.filter(fits), ...(isFresh ? beyond : [])].map(({ id }) => String(id))),
    rows: [...here, ...those, ...beyond],
    isPending: isAsked && first.isPending,
    isSettled,
    isSearching: isSearch && isPart && !isFresh && !more.isError,
    nameOf,
  };
}

/** As it was typed; where nothing is called so, as the same keys write in the other layout. */
const meantQuery = ({ entity }: Reference, query: RowsQuery, search: string) =>
  queryOptions({
    queryKey: [entity.name, 'get', { ...query, search, isMeant: true }] as const,
    queryFn: async ({ signal }) => {
      const asTyped = await getRows(entity, { ...query, search }, signal);
      const otherwise = inOtherLayout(search);
      if (asTyped.rows.length > 0 || otherwise === search.toLowerCase()) return asTyped;
      return getRows(entity, { ...query, search: otherwise }, signal);
    },
  });

/** What the server looks into, as far as it is here. */
function textOf({ entity }: Reference, row: object): string {
  const values = entity.searched.map((name) =>
    name.split('.').reduce<unknown>((of, part) => (of as Record<string, unknown> | undefined)?.[part], row),
  );
  return values
    .filter((value) => typeof value === 'string')
    .join(' ')
    .toLowerCase();
}

function rowsOf(data: { rows: readonly object[] } | undefined): Offer[] {
  // Every entity that is referred to has an id.
  return (data?.rows ?? []) as Offer[];
}

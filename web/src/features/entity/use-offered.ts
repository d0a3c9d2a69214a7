import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { rowsQuery } from '../../api/rows.ts';
import type { Reference } from './form-field.ts';

const offeredMax = 50;
const typingPauseMs = 200;

type Asked = {
  to: Reference;
  /** Whose rows are offered, where the noun belongs to companies. */
  companyId: number | null;
  chosen: readonly number[];
  words: string;
  without?: readonly number[];
};

/** Rows of another noun to choose from: what the words find, and what is chosen already. */
export function useOffered({ to, companyId, chosen, words, without = [] }: Asked) {
  const { entity, label, sort, where } = to;
  const [search] = useDebouncedValue(words.trim(), typingPauseMs);
  const names = useQuery({
    ...rowsQuery(entity, { conditions: [['id', 'in', [...chosen]]], range: [0, 100] }),
    enabled: chosen.length > 0,
    placeholderData: keepPreviousData,
  });
  const chosenRows = rowsOf(names.data?.rows).filter((row) => chosen.includes(row.id));
  // A label that was chosen stands in the search box of a closed select: that is no search.
  const isSearch = search !== '' && entity.searched.length > 0 && !chosenRows.some((row) => label(row) === search);
  const isOfCompany = entity.fields.company_id && companyId !== null;
  const ofCompany = where ?? (isOfCompany ? [['company_id', '=', companyId] as const] : []);
  const isUsed = entity.fields.is_deleted ? [['is_deleted', '=', 0] as const] : [];
  const found = useQuery({
    ...rowsQuery(entity, {
      conditions: [...ofCompany, ...isUsed],
      sort: [[sort, 'asc']],
      range: [0, offeredMax],
      ...(isSearch ? { search } : {}),
    }),
    placeholderData: keepPreviousData,
  });
  const rows = [...chosenRows, ...rowsOf(found.data?.rows)].filter((row) => !without.includes(row.id));
  return {
    options: [...new Map(rows.map((row) => [row.id, { value: row.id, label: label(row) }])).values()],
    isSearching: isSearch && found.isFetching,
  };
}

function rowsOf(rows: readonly object[] | undefined): { id: number }[] {
  // Every entity that is referred to has an id.
  return (rows ?? []) as { id: number }[];
}

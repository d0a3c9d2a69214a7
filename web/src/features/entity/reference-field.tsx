import { Loader, MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowsQuery } from '../../api/rows.ts';
import type { Reference } from './form-field.ts';

type Props = {
  name: string;
  label: string;
  description?: ReactNode;
  placeholder?: string;
  error?: ReactNode;
  disabled?: boolean;
  wrapperProps?: { 'data-wide'?: boolean };
  to: Reference;
  /** Whose rows are offered, where the noun belongs to companies. */
  companyId: number | null;
  /** Not offered: a row cannot stand for itself. */
  without?: readonly number[];
};

const offeredMax = 50;
const typingPauseMs = 200;

/** One row of another noun, found as it is typed. */
export function ReferenceField(
  props: Props & { value: number | null; onChange: (id: number | null) => void; isClearable?: boolean },
) {
  const { value, onChange, isClearable = false, to, companyId, without, ...rest } = props;
  const offered = useOffered(to, companyId, value === null ? [] : [value], without);
  return (
    <Select
      {...rest}
      {...offered.props}
      clearable={isClearable}
      allowDeselect={false}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}

/** Several of them. */
export function ReferencesField(props: Props & { value: readonly number[]; onChange: (ids: number[]) => void }) {
  const { value, onChange, to, companyId, without, ...rest } = props;
  const offered = useOffered(to, companyId, value, without);
  return (
    <MultiSelect
      {...rest}
      {...offered.props}
      clearable
      hidePickedOptions
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  );
}

/** What the words find, and what is chosen already, by name. */
function useOffered(
  to: Reference,
  companyId: number | null,
  chosen: readonly number[],
  without: readonly number[] = [],
) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const [search] = useDebouncedValue(words.trim(), typingPauseMs);
  const { entity, label, sort } = to;
  const ofCompany = entity.fields.company_id && companyId !== null ? [['company_id', '=', companyId] as const] : [];
  const isUsed = entity.fields.is_deleted ? [['is_deleted', '=', 0] as const] : [];
  const order: [string, 'asc'][] = [[sort, 'asc']];
  const names = useQuery({
    ...rowsQuery(entity, { conditions: [['id', 'in', [...chosen]]], range: [0, 100] }),
    enabled: chosen.length > 0,
    placeholderData: keepPreviousData,
  });
  const chosenRows = rowsOf(names.data?.rows);
  // A label that was chosen stands in the search box of a closed select: that is no search.
  const isTyped = search !== '' && !chosenRows.some((row) => label(row) === search);
  const found = useQuery({
    ...rowsQuery(entity, {
      conditions: [...ofCompany, ...isUsed],
      sort: order,
      range: [0, offeredMax],
      ...(isTyped && entity.searched.length > 0 ? { search } : {}),
    }),
    placeholderData: keepPreviousData,
  });
  const rows = new Map(
    [...chosenRows.filter((row) => chosen.includes(row.id)), ...rowsOf(found.data?.rows)]
      .filter((row) => !without.includes(row.id))
      .map((row) => [row.id, { value: String(row.id), label: label(row) }]),
  );
  return {
    props: {
      data: [...rows.values()],
      searchable: true,
      onSearchChange: setWords,
      // The database has looked already, into more than the label.
      filter: entity.searched.length > 0 ? ({ options }: { options: never[] }) => options : undefined,
      rightSection: found.isFetching && isTyped ? <Loader size={14} /> : undefined,
      nothingFoundMessage: t('list.nothing_found'),
      checkIconPosition: 'right' as const,
    } as object,
  };
}

function rowsOf(rows: readonly object[] | undefined): { id: number }[] {
  // Every entity that is referred to has an id.
  return (rows ?? []) as { id: number }[];
}

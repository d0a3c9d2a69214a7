import { MultiSelect, type MultiSelectProps, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { SearchSelect } from '../search-select.tsx';
import type { Reference } from './reference.ts';
import { useOffered } from './use-offered.ts';
import { useSearched } from './use-searched.tsx';

type Of = {
  to: Reference;
  /** Whose rows are offered, where the noun belongs to companies. Null: of all that one works for. */
  companyId: number | null;
  /** Not offered: a row cannot stand for itself. */
  without?: readonly number[] | undefined;
  isAsked?: boolean;
  /** What is said where there is none at all. */
  none?: string | undefined;
};
type One = Of &
  Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
    value: number | null;
    onChange: (id: number | null, label: string) => void;
  };
type Several = Of &
  Omit<MultiSelectProps, 'value' | 'onChange' | 'data'> & {
    value: readonly number[];
    onChange: (ids: number[]) => void;
    /** What is known of those that are chosen. */
    known?: readonly { id: number }[];
  };

/** One row of another noun: the first of them are there at once, the others are found by the server as they are typed. */
export function OfferedSelect({ to, companyId, without, isAsked, none, value, onChange, ...rest }: One) {
  const [words, type] = useState('');
  const offered = useOffered({ to, companyId, without, isAsked, words, chosen: value === null ? [] : [value] });
  const data = offered.options;
  const { searched, isAwaited } = useSearched({ words, type, from: [offered], data, none });
  return (
    <SearchSelect
      {...searched}
      isAwaited={isAwaited}
      {...rest}
      data={data}
      value={value === null ? null : String(value)}
      onChange={(id, option) => onChange(id === null ? null : Number(id), option?.label ?? '')}
    />
  );
}

/** Several of them. */
export function OfferedMultiSelect({
  to,
  companyId,
  without,
  isAsked,
  none,
  known,
  value,
  onChange,
  ...rest
}: Several) {
  const [words, type] = useState('');
  const offered = useOffered({ to, companyId, without, isAsked, known, words, chosen: value });
  const data = offered.options;
  const { searched } = useSearched({ words, type, from: [offered], data, none });
  return (
    <MultiSelect
      hidePickedOptions
      {...searched}
      // What was typed and is nothing yet sends no form.
      onKeyDown={(event) => event.key === 'Enter' && words !== '' && event.preventDefault()}
      {...rest}
      data={data}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  );
}

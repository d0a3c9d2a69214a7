import { Loader, MultiSelect, Select, type SelectProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isEntityName } from './entity-names.ts';
import type { Reference } from './form-field.ts';
import { useOffered } from './use-offered.ts';

type Props = {
  name: string;
  label: string;
  description?: ReactNode;
  placeholder?: string;
  error?: ReactNode;
  disabled?: boolean;
  /** Where a dialog begins. */
  'data-autofocus'?: boolean;
  wrapperProps?: { 'data-wide'?: boolean };
  to: Reference;
  /** Whose rows are offered, where the noun belongs to companies. */
  companyId: number | null;
  /** Not offered: a row cannot stand for itself. */
  without?: readonly number[];
};

/** One row of another noun, found as it is typed. */
export function ReferenceField(
  props: Props & { value: number | null; onChange: (id: number | null, label: string) => void; isClearable?: boolean },
) {
  const { value, onChange, isClearable = false, to, companyId, without, ...rest } = props;
  const offered = useSelectOf({ to, companyId, chosen: value === null ? [] : [value], without });
  return (
    <Select
      {...rest}
      {...offered}
      clearable={isClearable}
      allowDeselect={false}
      value={value === null ? null : String(value)}
      onChange={(id, option) => onChange(id === null ? null : Number(id), option?.label ?? '')}
    />
  );
}

/** Several of them. */
export function ReferencesField(props: Props & { value: readonly number[]; onChange: (ids: number[]) => void }) {
  const { value, onChange, to, companyId, without, ...rest } = props;
  const offered = useSelectOf({ to, companyId, chosen: value, without });
  return (
    <MultiSelect
      {...rest}
      {...offered}
      clearable
      hidePickedOptions
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  );
}

function useSelectOf(of: {
  to: Reference;
  companyId: number | null;
  chosen: readonly number[];
  without: readonly number[] | undefined;
}) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const { without, ...asked } = of;
  const { options, isSearching } = useOffered({ ...asked, words, ...(without ? { without } : {}) });
  const isSearched = of.to.entity.searched.length > 0;
  return {
    data: options.map((one) => ({ value: String(one.value), label: one.label })),
    searchable: true,
    // Whoever passes by on the way to the next field has not asked for it; a click, an arrow or a letter asks.
    openOnFocus: false,
    onSearchChange: setWords,
    nothingFoundMessage:
      words === '' && isEntityName(of.to.entity.name)
        ? t('list.none_to_choose', { plural: t(`entities.${of.to.entity.name}.plural`) })
        : t('list.nothing_found'),
    checkIconPosition: 'right' as const,
    ...(isSearching ? { rightSection: <Loader size={14} /> } : {}),
    // The database has looked already, into more than the label.
    ...(isSearched ? { filter: asFound } : {}),
  };
}

const asFound: NonNullable<SelectProps['filter']> = ({ options }) => options;

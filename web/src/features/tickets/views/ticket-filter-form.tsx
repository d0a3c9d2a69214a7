import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Choices, type Narrowing, narrowings } from './narrowings.ts';
import type { TicketSearch } from './ticket-search.ts';

type Props = {
  search: TicketSearch;
  choices: Choices;
  narrow: (by: Narrowing, to: number | undefined) => void;
};

/** What can narrow the list: it comes when it is asked for. */
export default function TicketFilterForm({ search, choices, narrow }: Props) {
  const { t } = useTranslation();
  return narrowings.map((by) => (
    <Select
      key={by}
      ref={by === 'product' ? focusFirst : null}
      label={t(`tickets.filter.${by}`)}
      placeholder={t(`tickets.filter.any_${by}`)}
      data={choices[by]}
      value={search[by] === undefined ? null : String(search[by])}
      onChange={(next) => narrow(by, next === null ? undefined : Number(next))}
      searchable
      clearable
      openOnFocus={false}
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={t('list.nothing_found')}
    />
  ));
}

/** It comes after the menu around it has opened. */
const focusFirst = (input: HTMLInputElement | null) => input?.focus();

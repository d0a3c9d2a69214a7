import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/self.ts';
import { isField } from '../../../ui/held-keys.ts';
import { asMeant } from './as-meant.ts';
import { AssigneeField } from './assignee-field.tsx';
import { peopleQuery, useChoices } from './filter-choices.ts';
import { narrowings } from './narrowings.ts';
import { readTicketSearch, type TicketSearch } from './ticket-search.ts';

type Props = { search: TicketSearch; onSearch: (search: TicketSearch) => void };

/** What can narrow the list: it comes when it is asked for. */
export default function TicketFilterForm({ search, onSearch }: Props) {
  const { t } = useTranslation();
  const choices = useChoices(search);
  const isEverybodys = search.view !== 'mine' && search.view !== 'unassigned';
  const [first] = narrowings.filter((by) => by !== 'assignee' || isEverybodys);
  const field = useRef<HTMLInputElement>(null);
  const { isLoading } = useQuery({ ...peopleQuery(''), enabled: useMay('users.get') });
  // Whoever typed a name and Enter before anybody was there to be found finds them all the same: it is kept for the field.
  useEffect(() => {
    if (!isLoading && !isField(document.activeElement)) field.current?.focus();
  }, [isLoading]);
  return narrowings.map((by) => {
    const props = {
      ref: by === first ? field : null,
      label: t(`tickets.filter.${by}`),
      placeholder: t(`tickets.filter.any_${by}`),
      value: search[by] === undefined ? null : String(search[by]),
      // As an address says it: it is one in the next moment.
      onChange: (next: string | null) => onSearch(readTicketSearch({ ...search, [by]: next ?? undefined })),
      searchable: true,
      clearable: true,
      openOnFocus: false,
      selectFirstOptionOnChange: true,
      // Otherwise it looks a moment later for what is chosen, and forgets the first one, which Enter means.
      selectFirstOptionOnDropdownOpen: true,
      filter: asMeant,
      // There before it is seen: a quick hand presses Enter behind what it types.
      comboboxProps: { withinPortal: false, keepMounted: true },
      nothingFoundMessage: t('list.nothing_found'),
    };
    if (by !== 'assignee') return <Select key={by} {...props} data={[...choices[by]]} />;
    return (
      isEverybodys && (
        <AssigneeField
          key={by}
          {...props}
          choices={choices}
          onTeam={(team) => onSearch(readTicketSearch({ ...search, team }))}
        />
      )
    );
  });
}

import type { SelectProps } from '@mantine/core';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/self.ts';
import { useOffered } from '../../../ui/offered/use-offered.ts';
import { useSearched } from '../../../ui/offered/use-searched.tsx';
import { SearchSelect } from '../../../ui/search-select.tsx';
import { toTeam } from '../ticket-queries.ts';
import { toPerson } from './filter-choices.ts';
import type { TicketSearch } from './ticket-search.ts';

type Props = Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  ref: Ref<HTMLInputElement>;
  assignee: TicketSearch['assignee'];
  /** Whose people and teams; null: of all companies that one works for. */
  companyId: number | null;
  onChange: (assignee: string | null) => void;
  /** Whoever looks for whom a ticket was given to may mean a team. */
  onTeam: (id: string) => void;
};

const teamOf = (value: string) => /^team (\d+)$/.exec(value)?.[1];

/** Me, nobody, a person or a team. Of more than are offered at once, those that are meant are looked for. */
export function AssigneeField({ assignee, companyId, onChange, onTeam, ...rest }: Props) {
  const { t } = useTranslation();
  const [typed, type] = useState('');
  const always = (['me', 'nobody'] as const).map((value) => ({ value, label: t(`tickets.filter.${value}`) }));
  // Who is chosen stands in the field, and is not looked for.
  const words = always.some(({ value, label }) => value === assignee && label === typed) ? '' : typed;
  const chosen = typeof assignee === 'number' ? [assignee] : [];
  const people = useOffered({ ...{ to: toPerson, companyId, chosen, words }, isAsked: useMay('users.get') });
  const teams = useOffered({ ...{ to: toTeam, companyId, chosen: [], words }, isAsked: useMay('teams.get') });
  const ofTeam = (id: string) => `team ${id}`;
  const groups = [
    { group: t('tickets.filter.people'), items: people.options },
    {
      group: t('tickets.filter.teams'),
      items: teams.options.map(({ value, label }) => ({ value: ofTeam(value), label })),
    },
  ];
  const data = [...always, ...groups.filter(({ items }) => items.length > 0)];
  const from = [people, { ...teams, found: new Set([...teams.found].map(ofTeam)) }];
  const { searched, isAwaited } = useSearched({ words, type, from, data });
  return (
    <SearchSelect
      {...searched}
      isAwaited={isAwaited}
      {...rest}
      data={data}
      value={assignee === undefined ? null : String(assignee)}
      onChange={(value) => {
        const team = value === null ? undefined : teamOf(value);
        if (team === undefined) onChange(value);
        else onTeam(team);
      }}
    />
  );
}

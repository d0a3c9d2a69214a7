import { Select, type SelectProps } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/self.ts';
import { asChoices, type Choices, peopleQuery } from './filter-choices.ts';

type Props = Omit<SelectProps, 'onChange' | 'data'> & {
  ref: Ref<HTMLInputElement>;
  choices: Choices;
  onChange: (assignee: string | null) => void;
  /** Whoever looks for whom a ticket was given to may mean a team. */
  onTeam: (id: string) => void;
};

const teamOf = (value: string) => /^team (\d+)$/.exec(value)?.[1];

/** Me, nobody, a person or a team. Of more people than are offered at once, those that are meant are looked for. */
export function AssigneeField({ choices, onChange, onTeam, ...rest }: Props) {
  const { t } = useTranslation();
  const [typed, type] = useState('');
  const mayBeSeen = useMay('users.get');
  const first = useQuery({ ...peopleQuery(''), enabled: mayBeSeen });
  const isPart = first.data !== undefined && first.data.total > first.data.rows.length;
  const found = useQuery({
    ...peopleQuery(typed.trim()),
    enabled: isPart && typed.trim() !== '',
    placeholderData: keepPreviousData,
  });
  const [me, nobody, ...chosen] = choices.assignee;
  // Who works for several companies is there once for each.
  const all = new Map(
    [...chosen, ...asChoices(first.data?.rows), ...asChoices(found.data?.rows)].map((one) => [one.value, one]),
  );
  const groups = [
    { group: t('tickets.filter.people'), items: [...all.values()] },
    {
      group: t('tickets.filter.teams'),
      items: choices.team.map(({ value, label }) => ({ value: `team ${value}`, label })),
    },
  ];
  return (
    <Select
      {...rest}
      data={[...[me, nobody].filter((one) => one !== undefined), ...groups.filter(({ items }) => items.length > 0)]}
      onSearchChange={type}
      onChange={(value) => {
        const team = value === null ? undefined : teamOf(value);
        if (team === undefined) onChange(value);
        else onTeam(team);
      }}
    />
  );
}

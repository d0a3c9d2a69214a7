import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { channels } from '#contract/messages.ts';
import { users } from '#contract/users.ts';
import { rowsQuery } from '../../../api/rows.ts';
import { useMay } from '../../../api/self.ts';
import { labelsQuery, productsQuery, tagsQuery, teamsQuery } from '../ticket-queries.ts';
import type { Narrowing } from './narrowings.ts';
import type { TicketSearch } from './ticket-search.ts';

type Choice = { readonly value: string; readonly label: string };
export type Choices = Readonly<Record<Narrowing, readonly Choice[]>>;

/** What a list can be narrowed to, by name. Of people only whom it is narrowed to: the others are looked for. */
export function useChoices({ assignee }: TicketSearch): Choices {
  const { t } = useTranslation();
  const maySeeTeams = useMay('teams.get');
  const maySeePeople = useMay('users.get');
  const person = typeof assignee === 'number' ? assignee : 0;
  const people = useQuery({
    ...rowsQuery(users, { fields: ['id', 'name'], conditions: [['id', '=', person]], range: [0, 1] }),
    enabled: person > 0 && maySeePeople,
  });
  const product = useQuery(productsQuery);
  const team = useQuery({ ...teamsQuery, enabled: maySeeTeams });
  const label = useQuery(labelsQuery(undefined));
  const tag = useQuery(tagsQuery);
  return {
    assignee: [
      { value: 'me', label: t('tickets.filter.me') },
      { value: 'nobody', label: t('tickets.filter.nobody') },
      ...asChoices(people.data?.rows),
    ],
    team: asChoices(team.data?.rows),
    channel: channels.map((one) => ({ value: one, label: t(`tickets.channel.${one}`) })),
    product: asChoices(product.data?.rows),
    label: asChoices(label.data?.rows),
    tag: asChoices(tag.data?.rows),
  };
}

const peopleMax = 100;
/** Whom tickets may have been given to: of very many the first, or those who are looked for. */
export const peopleQuery = (search: string) =>
  rowsQuery(users, {
    fields: ['id', 'name'],
    conditions: [['is_deleted', '=', 0]],
    sort: [['name', 'asc']],
    range: [0, peopleMax],
    ...(search ? { search } : {}),
  });

export const asChoices = (rows: readonly { id: number; name: string }[] | undefined): Choice[] =>
  (rows ?? []).map((one) => ({ value: String(one.id), label: one.name }));

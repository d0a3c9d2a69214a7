import { useTranslation } from 'react-i18next';
import { tags } from '#contract/tags.ts';
import { users } from '#contract/users.ts';
import { useMay, useSelf } from '../../../api/self.ts';
import { named } from '../../../ui/offered/reference.ts';
import { useOffered } from '../../../ui/offered/use-offered.ts';
import { toLabel, toProduct, toTeam } from '../ticket-queries.ts';
import type { Narrowing } from './narrowings.ts';
import type { TicketSearch } from './ticket-search.ts';

/** Whom tickets may have been given to; who works for several companies is one. */
export const toPerson = named(users, 'email');
/** What else a list can be narrowed to, of all companies that one works for. */
export const narrowedTo = { team: toTeam, product: toProduct, label: toLabel, tag: named(tags) } as const;

/** What each part of what narrows the list is called; only what it is narrowed to is asked for. */
export function useNamesOfChosen(search: TicketSearch): Readonly<Record<Narrowing, string>> {
  const { t } = useTranslation();
  const { assignee, channel } = search;
  const { companies } = useSelf();
  const company = companies.find((one) => one.id === search.company)?.company_name ?? `#${search.company}`;
  const [maySeeTeams, maySeePeople] = [useMay('teams.get'), useMay('users.get')];
  const person = useName(toPerson, typeof assignee === 'number' ? assignee : undefined, maySeePeople);
  const team = useName(toTeam, search.team, maySeeTeams);
  const product = useName(toProduct, search.product);
  const label = useName(toLabel, search.label);
  const tag = useName(narrowedTo.tag, search.tag);
  return {
    assignee: assignee === 'me' || assignee === 'nobody' ? t(`tickets.filter.${assignee}`) : person,
    channel: channel ? t(`tickets.channel.${channel}`) : '',
    ...{ team, company, product, label, tag },
  };
}

function useName(to: typeof toPerson, id: number | undefined, maySee = true): string {
  const isChosen = id !== undefined;
  const { nameOf } = useOffered({ to, companyId: null, chosen: isChosen ? [id] : [], isAsked: isChosen && maySee });
  return isChosen ? nameOf(id) : '';
}

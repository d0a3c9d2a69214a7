import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { channels } from '#contract/messages.ts';
import { rowsQuery } from '../../../api/rows.ts';
import { useMay, useSelf } from '../../../api/self.ts';
import { isField } from '../../../ui/held-keys.ts';
import { asMeant } from '../../../ui/offered/as-meant.ts';
import { OfferedSelect } from '../../../ui/offered/offered-select.tsx';
import { firstOf } from '../../../ui/offered/reference.ts';
import { SearchSelect } from '../../../ui/search-select.tsx';
import { AssigneeField } from './assignee-field.tsx';
import { narrowedTo, toPerson } from './filter-choices.ts';
import { narrowings } from './narrowings.ts';
import { readTicketSearch, type TicketSearch } from './ticket-search.ts';

type Props = { search: TicketSearch; onSearch: (search: TicketSearch) => void };

/** What can narrow the list: it comes when it is asked for. */
export default function TicketFilterForm({ search, onSearch }: Props) {
  const { t } = useTranslation();
  const isEverybodys = search.view !== 'mine' && search.view !== 'unassigned';
  const [first] = narrowings.filter((by) => by !== 'assignee' || isEverybodys);
  const field = useRef<HTMLInputElement>(null);
  const maySeeTeams = useMay('teams.get');
  const { companies } = useSelf();
  // Within one company everything that is offered is its own.
  const companyId = search.company ?? null;
  const isOfSeveral = companies.length > 1 || companyId !== null;
  const { isLoading } = useQuery({
    ...rowsQuery(toPerson.entity, firstOf(toPerson, companyId)),
    enabled: useMay('users.get'),
  });
  // Whoever typed a name and Enter before anybody was there to be found finds them all the same: it is kept for the field.
  useEffect(() => {
    if (!isLoading && !isField(document.activeElement)) field.current?.focus();
  }, [isLoading]);
  return narrowings.map((by) => {
    // As an address says it: it is one in the next moment.
    const narrow = (next: string | number | null) => onSearch(readTicketSearch({ ...search, [by]: next ?? undefined }));
    const props = {
      ref: by === first ? field : null,
      label: t(`tickets.filter.${by}`),
      placeholder: t(`tickets.filter.any_${by}`),
      clearable: true,
      allowDeselect: true,
      openOnFocus: false,
      // Otherwise it looks a moment later for what is chosen, and forgets the first one, which Enter means.
      selectFirstOptionOnDropdownOpen: true,
      // There before it is seen: a quick hand presses Enter behind what it types.
      comboboxProps: { withinPortal: false, keepMounted: true },
    };
    if (by === 'assignee')
      return (
        isEverybodys && (
          <AssigneeField
            key={by}
            {...props}
            assignee={search.assignee}
            companyId={companyId}
            onChange={narrow}
            onTeam={(team) => onSearch(readTicketSearch({ ...search, team }))}
          />
        )
      );
    if (by === 'company' && !isOfSeveral) return null;
    if (by === 'channel' || by === 'company')
      return (
        <SearchSelect
          key={by}
          {...props}
          data={
            by === 'channel'
              ? channels.map((one) => ({ value: one, label: t(`tickets.channel.${one}`) }))
              : companies.map((one) => ({ value: String(one.id), label: one.company_name }))
          }
          value={search[by] === undefined ? null : String(search[by])}
          onChange={narrow}
          checkIconPosition="right"
          filter={asMeant()}
        />
      );
    return (
      <OfferedSelect
        key={by}
        {...props}
        to={narrowedTo[by]}
        companyId={companyId}
        isAsked={by !== 'team' || maySeeTeams}
        value={search[by] ?? null}
        onChange={narrow}
      />
    );
  });
}

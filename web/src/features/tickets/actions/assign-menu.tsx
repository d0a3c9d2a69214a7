import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findAssignees } from '#contract/ticket-moves.ts';
import { callQuery } from '../../../api/call.ts';
import { useSelf } from '../../../api/self.ts';
import { SearchMenu } from '../../../ui/search-menu.tsx';
import { AssignOptions } from './assign-options.tsx';
import type { Assignee } from './use-ticket-actions.ts';

type Props = {
  companyId: number;
  /** Tickets of several companies have no colleague and no team in common but me. */
  isMixed?: boolean;
  /** Whether somebody has it, so that it can be taken from them. */
  isAssigned: boolean;
  opened: boolean;
  setOpened: (opened: boolean) => void;
  onChoose: (to: Assignee | null) => void;
  children: ReactElement<ComponentProps<'button'>>;
};

/** Whom to give a ticket to: me first, then who is there, then the others and the teams; each with what they have. */
export function AssignMenu({ companyId, isMixed = false, isAssigned, opened, setOpened, onChoose, children }: Props) {
  const { t } = useTranslation();
  const { user } = useSelf();
  const [typed, type] = useState('');
  const { data } = useQuery({
    ...callQuery(findAssignees, { company_id: companyId }),
    enabled: opened && !isMixed,
    // How much everybody has is out of date as soon as it is shown.
    staleTime: 0,
  });
  const choose = (value: string) => {
    const [kind, id] = value.split(' ');
    const isIt = (one: { id: number }) => String(one.id) === id;
    if (kind === 'nobody') return onChoose(null);
    const team = kind === 'team' ? data?.teams.find(isIt) : undefined;
    if (team) return onChoose({ team });
    onChoose({ person: data?.people.find(isIt) ?? user });
  };
  return (
    <SearchMenu
      {...{ opened, setOpened, typed, type }}
      // A name, and «Не в мережі · 12 відкритих» beside it.
      width={340}
      heightMax={420}
      isFirstChosen="at once"
      label={t('tickets.assign.person')}
      listLabel={t('tickets.assign.people')}
      onChoose={choose}
      options={
        <AssignOptions
          people={data?.people ?? []}
          teams={data?.teams ?? []}
          me={user}
          typed={typed}
          isAssigned={isAssigned}
        />
      }
    >
      {children}
    </SearchMenu>
  );
}

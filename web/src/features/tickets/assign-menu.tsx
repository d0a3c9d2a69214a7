import { Combobox } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import { Face } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SearchMenu } from '../../ui/search-menu.tsx';
import { colleaguesQuery } from './ticket-queries.ts';
import type { Person } from './use-ticket-actions.ts';

type Props = {
  companyId: number;
  /** Whether somebody has it, so that it can be taken from them. */
  isAssigned: boolean;
  opened: boolean;
  setOpened: (opened: boolean) => void;
  onChoose: (to: Person | null) => void;
  children: ReactElement;
};

/** Whom to give a ticket to: me first, then colleagues by name, found by typing. */
export function AssignMenu({ companyId, isAssigned, opened, setOpened, onChoose, children }: Props) {
  const { t } = useTranslation();
  const [typed, type] = useState('');
  const { people, me } = usePeople(companyId, opened);
  const wanted = typed.trim().toLocaleLowerCase();
  const found = people.filter((one) => one.name.toLocaleLowerCase().includes(wanted));
  return (
    <SearchMenu
      {...{ opened, setOpened, typed, type }}
      width={280}
      label={t('tickets.assign.person')}
      listLabel={t('tickets.assign.people')}
      onChoose={(value) => onChoose(people.find((one) => String(one.id) === value) ?? null)}
      options={
        <>
          {found.map((one) => (
            <Combobox.Option key={one.id} value={String(one.id)}>
              <Face name={one.name} avatar={one.avatar} size={22} />
              <span>{one.id === me ? t('tickets.assign.me') : one.name}</span>
              {one.id === me && <small>{one.name}</small>}
            </Combobox.Option>
          ))}
          {isAssigned && wanted === '' && (
            <Combobox.Option value="nobody">
              <Icon of={IconUserOff} />
              <span>{t('tickets.assign.nobody')}</span>
            </Combobox.Option>
          )}
          {found.length === 0 && <Combobox.Empty>{t('tickets.assign.not_found')}</Combobox.Empty>}
        </>
      }
    >
      {children}
    </SearchMenu>
  );
}

/** Colleagues with me on top. I am there even while the others are still being fetched. */
function usePeople(companyId: number, enabled: boolean): { people: Person[]; me: number } {
  const { user } = useSelf();
  const { data } = useQuery({ ...colleaguesQuery(companyId), enabled });
  const others = (data?.rows ?? []).filter((one) => one.id !== user.id);
  return { people: [{ id: user.id, name: user.name, avatar: user.avatar }, ...others], me: user.id };
}

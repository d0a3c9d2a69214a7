import { Combobox } from '@mantine/core';
import { IconUserOff, IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { findAssignees } from '#contract/ticket-moves.ts';
import { Face } from '../../../ui/face.tsx';
import { howMeant } from '../../../ui/how-meant.ts';
import { Icon } from '../../../ui/icon.tsx';
import c from './assign-options.module.css';
import type { Person } from './use-ticket-actions.ts';

type Known = z.output<typeof findAssignees.answer>;
type Props = Known & { me: Person; typed: string; isAssigned: boolean };

/** What the menu of assigning offers for what was typed. I am there even while the others are still being fetched. */
export function AssignOptions({ people, teams, me, typed, isAssigned }: Props) {
  const { t } = useTranslation();
  const fits = howMeant(typed, [me.name, t('tickets.assign.me'), ...[...people, ...teams].map((one) => one.name)]);
  const myself = people.find((one) => one.id === me.id) ?? { ...me, open: null, presence: 'online' as const };
  const isMe = fits(me.name) || fits(t('tickets.assign.me'));
  const found = people.filter((one) => one.id !== me.id && fits(one.name));
  const foundTeams = teams.filter((one) => fits(one.name));
  return (
    <>
      {isMe && (
        <Combobox.Option value={`person ${me.id}`}>
          <Face name={me.name} avatar={me.avatar} size={22} />
          <span>{t('tickets.assign.me')}</span>
          {myself.open !== null && <small className={c.load}>{t('tickets.assign.load', { count: myself.open })}</small>}
        </Combobox.Option>
      )}
      {found.map((one) => (
        <Combobox.Option
          key={one.id}
          value={`person ${one.id}`}
          className={c.person}
          data-away={one.presence !== 'online' || undefined}
        >
          <Face name={one.name} avatar={one.avatar} size={22} />
          <span>{one.name}</span>
          <small className={c.load}>
            {one.presence !== 'online' && `${t(`presence.${one.presence}`)} · `}
            {t('tickets.assign.load', { count: one.open })}
          </small>
        </Combobox.Option>
      ))}
      {foundTeams.length > 0 && (
        <Combobox.Group label={t('tickets.assign.teams')} className={c.teams}>
          {foundTeams.map((one) => (
            <Combobox.Option
              key={one.id}
              value={`team ${one.id}`}
              className={c.person}
              data-away={one.online === 0 || undefined}
            >
              <Icon of={IconUsersGroup} size={18} />
              <span>{one.name}</span>
              <small className={c.load}>
                {t('tickets.assign.team_load', { waiting: one.queued, online: one.online })}
              </small>
            </Combobox.Option>
          ))}
        </Combobox.Group>
      )}
      {isAssigned && typed.trim() === '' && (
        <Combobox.Option value="nobody">
          <Icon of={IconUserOff} size={18} />
          <span>{t('tickets.assign.nobody')}</span>
        </Combobox.Option>
      )}
      {!isMe && found.length === 0 && foundTeams.length === 0 && (
        <Combobox.Empty>{t('tickets.assign.not_found')}</Combobox.Empty>
      )}
    </>
  );
}

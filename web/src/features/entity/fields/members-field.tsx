import { ActionIcon, NumberInput, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '#contract/entity.ts';
import { userStatus } from '#contract/profile.ts';
import { capacityMax, teamMembers, teamMembersMax } from '#contract/teams.ts';
import { users } from '#contract/users.ts';
import { allRowsQuery } from '../../../api/all-rows.ts';
import { callQuery } from '../../../api/call.ts';
import { useSelf } from '../../../api/self.ts';
import { Face } from '../../../ui/face.tsx';
import { focusNextRow } from '../../../ui/focus-next-row.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Presence } from '../../../ui/presence.tsx';
import { SearchSelect } from '../../../ui/search-select.tsx';
import type { CustomFieldProps } from '../form-field.ts';
import c from './fields.module.css';
import { TeamQueue } from './team-queue.tsx';

type Member = { user_id: number; capacity: number | null };
const offeredMax = 50;
/** From so many on they are looked for, in a list that scrolls by itself. */
const longFrom = 20;
const typingPauseMs = 200;

/** To be read: everybody with what they should have at most. */
export function MembersWords({ value }: { value: unknown }) {
  const members = Array.isArray(value) ? (value as readonly Member[]) : []; // what the contract or the field wrote
  const found = useQuery({
    ...allRowsQuery(users, { fields: ['id', 'name'], conditions: [['id', 'in', members.map((one) => one.user_id)]] }),
    enabled: members.length > 0,
  });
  const names = new Map(found.data?.rows.map((one) => [one.id, one.name]));
  return members.map(({ user_id, capacity }) => (
    <div key={user_id}>
      {names.get(user_id) ?? '…'}: {capacity ?? '∞'}
    </div>
  ));
}

/** Who is in a team: whether they are there, what they have to do, and how much that should be at most. */
export function MembersField({ value, onChange, error, values, row, isReadOnly }: CustomFieldProps) {
  const { t } = useTranslation();
  const who = useSelf();
  const hash = useLocation({ select: (location) => location.hash });
  const members = Array.isArray(value) ? (value as readonly Member[]) : []; // what the contract or this field wrote
  const companyId = Number(row?.company_id ?? values.company_id) || who.companies[0]?.id;
  const ids = members.map((one) => one.user_id);
  const known = useQuery({
    ...allRowsQuery(users, {
      fields: ['id', 'name', 'email', 'avatar', 'status', 'open_tickets'],
      conditions: [
        ['company_id', '=', companyId],
        ['id', 'in', ids],
      ],
      sort: [['name', 'asc']],
    }),
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  });
  const there = useQuery({
    ...queryOptions(callQuery(teamMembers, { id: row?.id ?? 0 })),
    enabled: row !== null,
  });
  const [sought, seek] = useState('');
  const isLong = ids.length >= longFrom;
  const wanted = isLong ? wordsOf(sought) : [];
  const found = known.data?.rows.filter(({ id, name, email }) => {
    const text = `${name} ${email}`.toLowerCase();
    return ids.includes(id) && wanted.every((word) => text.includes(word));
  });
  const set = (userId: number, capacity: number | null) =>
    onChange(members.map((one) => (one.user_id === userId ? { ...one, capacity } : one)));
  return (
    <div ref={focusNextRow} className={c.members}>
      {isQueue(row) && (
        <p className={c.none}>
          <TeamQueue of={row} />
        </p>
      )}
      {isLong && (
        <TextInput
          type="search"
          aria-label={t('entities.users.find')}
          placeholder={t('entities.users.find')}
          leftSection={<Icon of={IconSearch} size={16} />}
          value={sought}
          onChange={(event) => seek(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {members.length > 0 && (
        <div className={c.head} aria-hidden>
          <span />
          <span />
          <span />
          <span>{t('team.capacity')}</span>
        </div>
      )}
      <ul aria-label={t('team.members')} data-long={isLong || undefined}>
        {found?.map((person) => {
          const member = members.find((one) => one.user_id === person.id);
          if (!member) return null;
          const now = there.data?.members.find((one) => one.user_id === person.id);
          const load = now?.our_turn ?? person.open_tickets;
          const presence = now?.presence ?? (person.status === userStatus.online ? 'online' : 'offline');
          const isFull = member.capacity !== null && load >= member.capacity;
          return (
            <li
              key={person.id}
              className={c.member}
              id={`user-${person.id}`}
              data-on={hash === `user-${person.id}` || undefined}
              ref={hash === `user-${person.id}` ? show : undefined}
            >
              <Face name={person.name} avatar={person.avatar} />
              <span>
                <Link to="/users/$id/edit" params={{ id: person.id }} search={{ company: companyId }}>
                  <b>{person.name}</b>
                </Link>
                <small data-full={isFull || undefined}>
                  {member.capacity === null
                    ? t('team.load', { count: load })
                    : t('team.load_of', { count: load, max: member.capacity })}
                </small>
              </span>
              <Presence of={presence} />
              <NumberInput
                aria-label={t('team.capacity_of', { name: person.name })}
                placeholder="∞"
                min={0}
                max={capacityMax}
                allowDecimal={false}
                hideControls
                readOnly={isReadOnly}
                value={member.capacity ?? ''}
                onChange={(next) => set(person.id, next === '' ? null : Number(next))}
              />
              {!isReadOnly && (
                <ActionIcon
                  size={32}
                  variant="subtle"
                  color="gray"
                  data-remove
                  aria-label={t('team.remove', { name: person.name })}
                  onClick={() => onChange(members.filter((one) => one.user_id !== person.id))}
                >
                  <Icon of={IconTrash} size={16} />
                </ActionIcon>
              )}
            </li>
          );
        })}
      </ul>
      {found?.length === 0 && wanted.length > 0 && <p className={c.none}>{t('access.none_found')}</p>}
      {members.length > 0 && <p className={c.none}>{t('team.capacity_help')}</p>}
      {members.length === 0 && <p className={c.none}>{t('team.nobody')}</p>}
      {error && <p className={c.error}>{error}</p>}
      {!isReadOnly && members.length < teamMembersMax && (
        <AddMember
          companyId={companyId}
          without={ids}
          add={(userId) => {
            onChange([...members, { user_id: userId, capacity: null }]);
            seek('');
          }}
        />
      )}
    </div>
  );
}

/** Whom the address names stands where it can be seen. */
const show = (row: HTMLLIElement | null) => row?.scrollIntoView({ block: 'center' });

/** A team that is kept knows what waits for it. */
const isQueue = (row: object | null): row is { queued: number; queued_since: string | null } =>
  row !== null && 'queued' in row;

function AddMember(props: {
  companyId: number | undefined;
  without: readonly number[];
  add: (userId: number) => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), typingPauseMs);
  const offered = useQuery({
    ...allRowsQuery(users, {
      fields: ['id', 'name', 'email'],
      conditions: [
        ['company_id', '=', props.companyId],
        ['is_deleted', '=', 0],
      ],
      ...(words === '' ? {} : { search: words }),
      sort: [['name', 'asc']],
      // Those who are in the team are not offered.
      range: [0, offeredMax + props.without.length],
    }),
    placeholderData: keepPreviousData,
  });
  const data = (offered.data?.rows ?? [])
    .filter((person) => !props.without.includes(person.id))
    .map((person) => ({ value: String(person.id), label: `${person.name} · ${person.email}` }));
  return (
    <SearchSelect
      data-add
      label={t('team.add')}
      placeholder={t('entities.users.find')}
      isAwaited={words !== typed.trim() || offered.isPlaceholderData || offered.isPending}
      data={data}
      filter={({ options }) => options}
      nothingFoundMessage={t('access.none_found')}
      onSearchChange={setTyped}
      value={null}
      onChange={(id) => {
        if (id === null) return;
        props.add(Number(id));
        setTyped('');
      }}
    />
  );
}

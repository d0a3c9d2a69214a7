import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountActions } from '#contract/audit.ts';
import { users } from '#contract/users.ts';
import { OfferedSelect } from '../../ui/offered/offered-select.tsx';
import { named } from '../../ui/offered/reference.ts';
import { SearchSelect } from '../../ui/search-select.tsx';
import c from './audit.module.css';
import type { AuditSearch, Whose } from './audit-query.ts';
import { nameOfThing, rowActions, things, whatHappened } from './describe-entry.ts';

const typingPauseMs = 300;
/** Whoever has left did something as well. */
const toAnybody = { ...named(users, 'email'), isEver: true };
type Props = { whose: Whose; search: AuditSearch; choose: (change: AuditSearch) => void };

/** Who, what, from where, when. */
export function AuditFilters({ whose, search, choose }: Props) {
  const { t } = useTranslation();
  const isNarrowed = Object.entries(search).some(([name, value]) => name !== 'company' && value !== undefined);
  const actions = search.thing === 'accounts' ? accountActions : search.thing === undefined ? [] : rowActions;
  return (
    <search className={c.filters} aria-label={t('audit.filters')}>
      {whose !== null && <WhoFilter whose={whose} search={search} choose={choose} />}
      <SearchSelect
        aria-label={t('audit.thing')}
        placeholder={t('audit.any_thing')}
        data={things.map((value) => ({ value, label: nameOfThing(t, value) }))}
        value={search.thing ?? null}
        onChange={(thing) => choose({ thing: thing ?? undefined, id: undefined, action: undefined })}
        clearable
      />
      <SearchSelect
        aria-label={t('audit.action')}
        placeholder={t('audit.any_action')}
        data={actions.map((value) => ({
          value,
          label: whatHappened(t, { entity: search.thing ?? '', action: value }),
        }))}
        value={search.action ?? null}
        onChange={(action) => choose({ action: action ?? undefined })}
        disabled={actions.length === 0}
        clearable
      />
      <PlaceFilter search={search} choose={choose} />
      <DayFilter label={t('audit.from')} day={search.from} choose={(from) => choose({ from })} max={search.to} />
      <DayFilter label={t('audit.to')} day={search.to} choose={(to) => choose({ to })} min={search.from} />
      <Button
        variant="subtle"
        color="gray"
        disabled={!isNarrowed}
        onClick={() =>
          choose({
            who: undefined,
            thing: undefined,
            id: undefined,
            action: undefined,
            ip: undefined,
            from: undefined,
            to: undefined,
          })
        }
      >
        {t('audit.clear')}
      </Button>
    </search>
  );
}

function WhoFilter({ whose, search, choose }: Props & { whose: number }) {
  const { t } = useTranslation();
  return (
    <OfferedSelect
      aria-label={t('audit.who')}
      placeholder={t('audit.anybody')}
      clearable
      to={toAnybody}
      companyId={whose}
      value={search.who ?? null}
      onChange={(who) => choose({ who: who ?? undefined })}
    />
  );
}

/** Narrows a moment after the last letter. */
function PlaceFilter({ search, choose }: Omit<Props, 'whose'>) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(search.ip ?? '');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => setTyped(search.ip ?? ''), [search.ip]);
  return (
    <TextInput
      aria-label={t('audit.ip')}
      placeholder={t('audit.ip')}
      maxLength={45}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => choose({ ip: value.trim() || undefined }), typingPauseMs);
      }}
    />
  );
}

function DayFilter(props: {
  label: string;
  day: string | undefined;
  choose: (day: string | undefined) => void;
  min?: string | undefined;
  max?: string | undefined;
}) {
  const { label, day, choose, min, max } = props;
  return (
    <TextInput
      type="date"
      aria-label={label}
      leftSection={<small>{label}</small>}
      leftSectionWidth={44}
      value={day ?? ''}
      min={min}
      max={max}
      onChange={({ currentTarget: { value } }) => choose(value || undefined)}
    />
  );
}

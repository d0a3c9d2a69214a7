import { Button, Checkbox, Radio, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findCustomers, type MergedField, mergeCustomers, mergedFields } from '#contract/customers.ts';
import { languageNames } from '#contract/settings.ts';
import { call, callQuery } from '../../api/call.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Face } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Problem } from '../../ui/problem.tsx';
import { readableAddress } from '../../ui/readable-address.ts';
import { selectSuggested } from '../../ui/select-suggested.ts';
import { toastError, toastUndo } from '../../ui/toast.tsx';
import { useIsStillHere } from '../../ui/use-is-still-here.ts';
import c from './customer.module.css';
import { type CustomerCard, cardQuery, nameOf } from './customer-queries.ts';
import type { CustomerActions } from './use-customer-actions.ts';

const typingPauseMs = 200;

/** Two customers become one: who it is, which of their fields stay, and what moves. It can be taken back. */
export function MergeDialog(props: {
  card: CustomerCard;
  /** The other one, where it is known already. */
  other: number | null;
  does: CustomerActions;
  /** The one that was opened went into another: who shows nobody else goes along. */
  follow?: (customerId: number) => void;
  close: () => void;
}) {
  const { card, does, follow, close } = props;
  const { t } = useTranslation();
  const [otherId, choose] = useState(props.other);
  return (
    <Dialog close={close} size={620} title={t('customer_page.merge.title')}>
      {otherId === null ? (
        <Seek card={card} choose={choose} />
      ) : (
        <Compare {...{ card, otherId, does, follow, close }} back={() => choose(null)} />
      )}
    </Dialog>
  );
}

function Seek({ card, choose }: { card: CustomerCard; choose: (id: number) => void }) {
  const { t } = useTranslation();
  const [suggested] = useState(card.last_name || card.first_name);
  const [typed, type] = useState(suggested);
  const [words] = useDebouncedValue(typed.trim(), typingPauseMs);
  const { data, error, refetch } = useQuery({
    ...callQuery(findCustomers, { company_id: card.company_id, words }),
    enabled: words !== '',
  });
  const found = data?.customers.filter((one) => one.id !== card.id) ?? [];
  return (
    <>
      <TextInput
        data-autofocus
        label={t('customer_page.merge.seek')}
        value={typed}
        maxLength={100}
        onFocus={(event) => selectSuggested(event.currentTarget, () => suggested)}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <ul className={c.found}>
        {found.map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => choose(one.id)}>
              <Face name={nameOf(one)} size={28} />
              <span>
                <b>{nameOf(one) || t('tickets.no_name')}</b>
                <small>{[readableAddress(one.email ?? ''), one.phone].filter(Boolean).join(' · ')}</small>
              </span>
              <small>{t('customer_page.open_tickets', { count: one.open_tickets })}</small>
            </button>
          </li>
        ))}
      </ul>
      {error && <Problem error={error} retry={() => void refetch()} />}
      {words !== '' && data && found.length === 0 && <p className={c.quiet}>{t('customer_page.merge.nobody')}</p>}
    </>
  );
}

type CompareProps = {
  card: CustomerCard;
  otherId: number;
  does: CustomerActions;
  follow: ((customerId: number) => void) | undefined;
  close: () => void;
  back: () => void;
};

function Compare({ card, otherId, does, follow, close, back }: CompareProps) {
  const { t } = useTranslation();
  const { data: other, error, refetch } = useQuery(cardQuery(otherId));
  /** Who stays: the one that was opened, unless they are swapped. */
  const [isSwapped, swap] = useState(false);
  const [chosen, setChosen] = useState<Partial<Record<MergedField, 'into' | 'from'>>>({});
  const [clientId] = useState(() => crypto.randomUUID());
  const [isMerging, setMerging] = useState(false);
  const isStillHere = useIsStillHere();
  if (!other) return error && <Problem error={error} retry={() => void refetch()} />;
  const [into, from] = isSwapped ? [other, card] : [card, other];
  /** What one of them lacks comes from the other, unless somebody says otherwise. */
  const sideOf = (name: MergedField) => chosen[name] ?? (isEmpty(into[name]) && !isEmpty(from[name]) ? 'from' : 'into');
  const differing = mergedFields.filter((name) => (into[name] ?? '') !== (from[name] ?? ''));
  const merge = async () => {
    setMerging(true);
    try {
      const take = differing.filter((name) => sideOf(name) === 'from');
      const { merge_id } = await call(mergeCustomers, {
        client_id: clientId,
        into_id: into.id,
        from_id: from.id,
        take,
      });
      close();
      await does.refresh();
      if (into.id !== card.id && isStillHere()) follow?.(into.id);
      toastUndo(t('customer_page.merge.done', { name: nameOf(from) }), () => void does.unmerge(merge_id));
    } catch (error) {
      setMerging(false);
      toastError(t('customer_page.merge.failed'), error);
    }
  };
  const show = (of: CustomerCard, name: MergedField) =>
    name === 'language'
      ? of.language
        ? languageNames[of.language].name
        : '—'
      : readableAddress(of[name] ?? '') || '—';
  return (
    <>
      <div className={c.pairOfTwo}>
        <Side of={into} role={t('customer_page.merge.stays')} />
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<Icon of={IconArrowsExchange} size={16} />}
          onClick={() => {
            swap(!isSwapped);
            setChosen({});
          }}
        >
          {t('customer_page.merge.swap')}
        </Button>
        <Side of={from} role={t('customer_page.merge.goes')} />
      </div>
      {differing.map((name) =>
        name === 'note' ? (
          <Checkbox
            key={name}
            className={c.choice}
            label={t('customer_page.merge.both_notes')}
            checked={sideOf('note') === 'from'}
            onChange={(event) => setChosen({ ...chosen, note: event.currentTarget.checked ? 'from' : 'into' })}
          />
        ) : (
          <Radio.Group
            key={name}
            className={c.choice}
            label={t(`customer_page.field.${name}`)}
            value={sideOf(name)}
            onChange={(side) => setChosen({ ...chosen, [name]: side === 'from' ? 'from' : 'into' })}
          >
            <div className={c.sides}>
              <Radio value="into" label={show(into, name)} />
              <Radio value="from" label={show(from, name)} />
            </div>
          </Radio.Group>
        ),
      )}
      <p className={c.quiet}>
        {t('customer_page.merge.moves', { count: from.counts.all })} {t('customer_page.merge.rest')}
      </p>
      <div className={c.buttons} data-end>
        <Button variant="subtle" color="gray" onClick={back}>
          {t('customer_page.merge.other')}
        </Button>
        <Button loading={isMerging} onClick={() => void merge()}>
          {t('customer_page.merge.do')}
        </Button>
      </div>
    </>
  );
}

function Side({ of, role }: { of: CustomerCard; role: string }) {
  return (
    <div className={c.side}>
      <Face name={nameOf(of)} size={28} />
      <span>
        <b>{nameOf(of) || '—'}</b>
        <small>{role}</small>
      </span>
    </div>
  );
}

const isEmpty = (value: string | null) => value === null || value === '';

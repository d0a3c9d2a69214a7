import { TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { findOtherTickets } from '#contract/ticket-links.ts';
import { callQuery } from '../../../api/call.ts';
import { dayWithin } from '../../../i18n/time.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Problem } from '../../../ui/problem.tsx';
import c from './merge-dialog.module.css';

export type OtherTicket = z.output<typeof findOtherTickets.answer>['tickets'][number];

/** Another ticket, found by number, subject or customer; what it most likely is stands there before a word is typed. */
export function FindOther(the: { ticketId: number; label: string; onChoose: (ticket: OtherTicket) => void }) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const [asked] = useDebouncedValue(words.trim(), 200);
  const query = useQuery({
    ...callQuery(findOtherTickets, { ticket_id: the.ticketId, ...(asked === '' ? {} : { words: asked }) }),
    placeholderData: keepPreviousData,
  });
  const found = query.data?.tickets ?? [];
  // What is shown is what was asked for; whoever pressed Enter before has it when it comes.
  const isFresh = query.isSuccess && asked === words.trim() && !query.isPlaceholderData;
  const [isAwaited, setAwaited] = useState(false);
  const chooseFirst = useEffectEvent(() => {
    setAwaited(false);
    if (found[0]) the.onChoose(found[0]);
  });
  useEffect(() => {
    if (isAwaited && isFresh) chooseFirst();
  }, [isAwaited, isFresh]);
  return (
    <form
      className={c.form}
      onSubmit={(event) => {
        event.preventDefault();
        setAwaited(true);
      }}
    >
      <TextInput
        data-autofocus
        label={the.label}
        placeholder={t('merge.find_by')}
        leftSection={<Icon of={IconSearch} size={16} />}
        maxLength={100}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          setAwaited(false);
        }}
      />
      {query.isError && <Problem error={query.error} retry={() => void query.refetch()} />}
      <ul className={c.found} aria-label={t('merge.found')}>
        {found.map((one) => (
          <li key={one.id}>
            <UnstyledButton className={c.other} onClick={() => the.onChoose(one)}>
              <b>{one.case_number}</b>
              <span>{one.title}</span>
              <small>
                {[one.customer, t(`tickets.state.${one.view_type || 'open'}`), dayWithin(one.updated)]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
              {one.why !== 'found' && <small>{t(`merge.why.${one.why}`)}</small>}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {query.isSuccess && found.length === 0 && <p className={c.quiet}>{t('merge.nothing_found')}</p>}
    </form>
  );
}

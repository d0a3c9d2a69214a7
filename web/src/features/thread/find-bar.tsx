import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchQueryMax } from '#contract/entity.ts';
import { findInTicket } from '#contract/search.ts';
import { callQuery } from '../../api/call.ts';
import { errorText } from '../../i18n/problem-text.ts';
import { formatDayTime, formatNumber } from '../../i18n/time.ts';
import { Icon } from '../../ui/icon.tsx';
import { MarkedText } from '../../ui/marked-text.tsx';
import c from './find-bar.module.css';

const typingPauseMs = 200;

/**
 * What stands in the thread, however far up: the browser's own search knows only the letters that are on the page. It
 * begins at the end, where the reader is; Enter goes to the letter before, and the thread shows it.
 */
export default function FindBar({ ticketId, close }: { ticketId: number; close: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [typed, type] = useState('');
  const [at, setAt] = useState(0);
  const [words] = useDebouncedValue(typed.trim(), typingPauseMs);
  const { data, error, isPlaceholderData } = useQuery({
    ...callQuery(findInTicket, { ticket_id: ticketId, words }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
  const found = words === '' || error ? [] : (data?.found ?? []);
  const isFresh = words === typed.trim() && data !== undefined && !isPlaceholderData;
  const one = found[at];
  const go = (to: number) => {
    const there = found[(to + found.length) % found.length];
    if (!there) return;
    setAt(found.indexOf(there));
    void navigate({ to: '.', search: true, hash: `message-${there.message_id}`, replace: true, resetScroll: false });
  };
  const begin = useEffectEvent(() => go(0));
  useEffect(() => {
    if (isFresh) begin();
  }, [isFresh]);
  // What is typed while the bar is on its way is for it.
  useEffect(() => field.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const by = { Enter: event.shiftKey ? -1 : 1, ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    if (by === undefined) close();
    else if (isFresh) go(at + by);
  };
  const total = `${formatNumber(found.length)}${data?.is_capped ? '+' : ''}`;
  return (
    <search className={c.bar} aria-label={t('thread.find')}>
      <div className={c.line}>
        <TextInput
          ref={field}
          className={c.field ?? ''}
          aria-label={t('thread.find')}
          placeholder={t('thread.find')}
          leftSection={<Icon of={IconSearch} size={16} />}
          maxLength={searchQueryMax}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <span className={c.count}>{one && t('search.in_ticket.place', { at: formatNumber(at + 1), total })}</span>
        {(
          [
            ['older', IconChevronUp, 1],
            ['newer', IconChevronDown, -1],
          ] as const
        ).map(([name, glyph, by]) => (
          <ActionIcon
            key={name}
            data-thumb
            size={32}
            disabled={found.length < 2}
            aria-label={t(`search.in_ticket.${name}`)}
            onClick={() => go(at + by)}
          >
            <Icon of={glyph} />
          </ActionIcon>
        ))}
        <ActionIcon data-thumb size={32} aria-label={t('common.close')} onClick={close}>
          <Icon of={IconX} />
        </ActionIcon>
      </div>
      <p className={c.said} role="status">
        {error ? errorText(error) : isFresh && !one && t('list.nothing_found')}
        {one && (
          <>
            <span className="sr">{t('search.in_ticket.place', { at: formatNumber(at + 1), total })}: </span>
            <b>{one.author}</b> <time dateTime={one.added}>{formatDayTime(one.added)}</time> <MarkedText of={one} />
          </>
        )}
      </p>
    </search>
  );
}

import { ActionIcon } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundTicket } from '#contract/search.ts';
import { isEmptySearch, readSearchQuery } from '#contract/search-query.ts';
import { useSelf } from '../../api/self.ts';
import { Icon } from '../../ui/icon.tsx';
import { useKeys } from '../../ui/keys.ts';
import { rememberSearch } from '../../ui/recent-searches.ts';
import c from './search.module.css';
import { SearchField } from './search-field.tsx';
import { SearchHelp } from './search-help.tsx';
import { SearchResults } from './search-results.tsx';
import { useFound } from './use-found.ts';
import { useFoundPicks } from './use-found-picks.ts';

const restMilliseconds = 250;

type Props = {
  /** As it stands in the address. */
  asked: string;
  onAsk: (typed: string) => void;
  onLeave: () => void;
  /** Keeps the search under a name. */
  save: ReactNode;
  /** What can be done with the tickets that were found. */
  bar: (of: FoundTickets) => ReactNode;
};

export type FoundTickets = {
  asked: string;
  found: readonly FoundTicket[];
  total: number;
  isCapped: boolean;
  picked: readonly number[];
  /** Another object after every change of what is picked. */
  picks: object;
  list: RefObject<HTMLElement | null>;
  onMove: (by: 1 | -1) => void;
  onToggle: (id: number, range: boolean) => void;
  onPick: (ids: readonly number[]) => void;
};

/** What is looked for, and what was found, in the place of the list. */
export function SearchScreen({ asked, onAsk, onLeave, save, bar }: Props) {
  const { t } = useTranslation();
  const { user } = useSelf();
  const field = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(asked);
  const sent = useRef(asked);
  // Somebody went back, or chose a search that was kept.
  if (asked !== sent.current) {
    sent.current = asked;
    setTyped(asked);
  }
  const ask = (text: string) => {
    sent.current = text;
    onAsk(text);
  };
  /** Enter was pressed before this had been looked for: what comes first has the focus when it comes. */
  const awaited = useRef<string | null>(null);
  const askSoon = useDebouncedCallback(ask, restMilliseconds);
  const type = (text: string) => {
    awaited.current = null;
    setTyped(text);
    askSoon(text);
  };
  /** What was typed a moment before is not asked once more after it: whoever has opened a find by then would be led back. */
  const askNow = (text: string) => {
    askSoon.cancel();
    ask(text);
  };
  const set = (text: string) => {
    setTyped(text);
    askNow(text);
    field.current?.focus();
  };
  useEffect(() => field.current?.focus(), []);
  const query = readSearchQuery(asked);
  const isEmpty = isEmptySearch(query) && query.problems.length === 0;
  const found = useFound(asked, !isEmpty && query.problems.length === 0);
  const picks = useFoundPicks(
    asked,
    found.tickets.map((one) => one.id),
  );
  const move = (by: 1 | -1) => () => moveAmong(results.current, field.current, by);
  const isSettled = !found.query.isFetching || (found.first !== undefined && !found.query.isPlaceholderData);
  const comeTo = useEffectEvent(() => {
    if (awaited.current?.trim() !== asked.trim() || !isSettled) return;
    awaited.current = null;
    // Whoever has gone elsewhere meanwhile stays there.
    if (document.activeElement === field.current) move(1)();
  });
  useEffect(() => comeTo());
  useKeys([
    { key: 'KeyJ', label: t('search.keys.next'), group: 'move', run: move(1) },
    { key: 'KeyK', label: t('search.keys.previous'), group: 'move', run: move(-1) },
    { key: 'ArrowDown', run: move(1) },
    { key: 'ArrowUp', run: move(-1) },
    { key: 'Escape', label: t('search.keys.leave'), group: 'move', run: onLeave },
  ]);
  return (
    <div className={c.page}>
      <h1 className="sr">{t('search.title')}</h1>
      <search className={c.bar}>
        <ActionIcon aria-label={t('search.back')} onClick={onLeave} size={32}>
          <Icon of={IconArrowLeft} />
        </ActionIcon>
        <SearchField
          ref={field}
          typed={typed}
          onType={type}
          onAsk={() => {
            askNow(typed);
            rememberSearch(user.id, typed);
            if (typed === asked && isSettled) move(1)();
            else awaited.current = typed;
          }}
          onDown={move(1)}
          onLeave={onLeave}
        />
        {!isEmpty && query.problems.length === 0 && save}
      </search>
      {!isEmpty &&
        query.problems.length === 0 &&
        found.tickets.length > 0 &&
        bar({
          asked,
          found: found.tickets,
          total: found.first?.tickets_total ?? 0,
          // Of the search before they are not all that these words mean.
          isCapped: found.query.isPlaceholderData || (found.first?.is_capped ?? false),
          picked: picks.picked,
          picks: picks.kept,
          list: results,
          onMove: (by) => move(by)(),
          onToggle: picks.toggle,
          onPick: picks.pick,
        })}
      <div className={c.body} ref={results}>
        {isEmpty ? (
          <SearchHelp onChoose={set} />
        ) : (
          <SearchResults
            asked={asked}
            query={query}
            of={found}
            picks={picks}
            onSet={set}
            onOpen={() => rememberSearch(user.id, asked)}
          />
        )}
      </div>
    </div>
  );
}

/** Through all that was found, one after another; above the first is the field. */
function moveAmong(results: HTMLElement | null, field: HTMLElement | null, by: 1 | -1): void {
  const all = [...(results?.querySelectorAll<HTMLElement>('[data-result]') ?? [])];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 ? (by === 1 ? all[0] : undefined) : at + by < 0 ? field : all[at + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

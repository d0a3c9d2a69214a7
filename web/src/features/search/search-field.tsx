import { CloseButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { customers } from '#contract/customers.ts';
import { searchQueryMax } from '#contract/entity.ts';
import { products } from '#contract/products.ts';
import { tags } from '#contract/tags.ts';
import { teams } from '#contract/teams.ts';
import { users } from '#contract/users.ts';
import { rowsQuery } from '../../api/rows.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { Icon } from '../../ui/icon.tsx';
import c from './search.module.css';
import { type Suggestion, suggestionsFor, type Writing, writingAt } from './suggest.ts';

type Props = {
  ref: Ref<HTMLInputElement>;
  typed: string;
  onType: (typed: string) => void;
  /** Enter: what stands there is looked for, now. */
  onAsk: () => void;
  onDown: () => void;
  onLeave: () => void;
};

/** Where one types what is looked for. Operators and their values are offered while they are written. */
export function SearchField({ ref, typed, onType, onAsk, onDown, onLeave }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [at, setAt] = useState(-1);
  const writing = caret === null ? undefined : writingAt(typed, caret);
  const names = useNames(writing);
  const language = currentLanguage() === 'ua' ? 'uk' : 'en';
  const offered = writing ? suggestionsFor(writing, names, language) : [];
  const chosen = offered[at];

  const type = (next: string, to: number | null) => {
    onType(next.slice(0, searchQueryMax));
    setCaret(to);
    setAt(-1);
  };
  const take = (one: Suggestion, input: HTMLInputElement) => {
    if (!writing) return;
    const next = typed.slice(0, writing.from) + one.insert + typed.slice(writing.to);
    const to = writing.from + one.insert.length;
    // At once: whoever types on must not find the caret moved between two letters.
    flushSync(() => type(next, to));
    input.setSelectionRange(to, to);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    if (event.nativeEvent.isComposing) return;
    const done = () => event.preventDefault();
    if (event.key === 'ArrowDown') {
      done();
      if (at + 1 < offered.length) setAt(at + 1);
      else onDown();
    } else if (event.key === 'ArrowUp' && at >= 0) {
      done();
      setAt(at - 1);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) {
      done();
      take(chosen, input);
    } else if (event.key === 'Enter') {
      done();
      setCaret(null);
      onAsk();
    } else if (event.key === 'Escape') {
      done();
      if (offered.length > 0) setCaret(null);
      else onLeave();
    }
  };
  return (
    <div className={c.field}>
      <Icon of={IconSearch} />
      <input
        ref={ref}
        data-search-field
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={searchQueryMax}
        placeholder={t('search.placeholder')}
        aria-label={t('search.label')}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={offered.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && `${id}-${at}`}
        value={typed}
        onChange={(event) => type(event.currentTarget.value, event.currentTarget.selectionStart)}
        onBlur={() => setCaret(null)}
        onKeyDown={onKeyDown}
      />
      {typed !== '' && <CloseButton size={28} aria-label={t('search.clear')} onClick={() => type('', null)} />}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('search.offered')}
        className={c.offered}
        hidden={offered.length === 0}
      >
        {offered.map((one, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys choose
          <div
            key={one.insert}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === at}
            onPointerDown={(event) => event.preventDefault()}
            onClick={(event) => {
              const input = event.currentTarget.closest('div')?.querySelector('input');
              if (input) take(one, input);
            }}
          >
            <b>{one.text}</b>
            {one.about && <span className={c.hint}>{t(`search.operators.${one.about}`)}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}

const namesMax = 8;
const named = { tag: tags, in: products, team: teams, assignee: users, from: customers } as const;

/** Names that begin as what is being written: of tags, products and colleagues; of customers their addresses. */
function useNames(writing: Writing | undefined): string[] {
  const operator = writing?.kind === 'value' ? writing.operator : undefined;
  const of = operator && operator in named ? named[operator as keyof typeof named] : undefined;
  const prefix = writing?.prefix.slice(0, 100) ?? '';
  const isEnabled = of !== undefined && (of !== customers || prefix.length > 1);
  const field = of === customers ? 'email' : 'name';
  const { data } = useQuery({
    ...rowsQuery(of ?? tags, {
      fields: ['id', field],
      range: [0, namesMax],
      // Disabled ones of these are not found by their names.
      ...(of === tags || of === teams ? { conditions: [['is_deleted', '=', 0]] } : {}),
      ...(prefix ? { search: prefix } : {}),
    }),
    enabled: isEnabled,
  });
  if (!isEnabled || !data) return [];
  const rows = data.rows as readonly Record<string, unknown>[];
  return rows.flatMap((row) => (typeof row[field] === 'string' ? [row[field]] : []));
}

import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type NavigateOptions, useNavigate, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchQueryMax } from '#contract/entity.ts';
import { find, type Marked } from '#contract/search.ts';
import { readSearchQuery } from '#contract/search-query.ts';
import { tickets } from '#contract/tickets.ts';
import { call } from '../../api/call.ts';
import type { KeyBinding } from '../../ui/keys.ts';
import { isOn, keyLabel } from '../../ui/keys.ts';
import { MarkedText } from '../../ui/marked-text.tsx';
import { inOtherLayout } from '../../ui/other-layout.ts';
import { readableMarked } from '../../ui/readable-address.ts';
import { Key } from '../../ui/small-parts.tsx';
import c from './palette.module.css';
import { chosenAmong, entriesThatFit, inOneLine, type PaletteEntry, type Screen } from './palette-entries.ts';
import { placeOfHit } from './place-of-hit.ts';

type Props = {
  /** What can be done on the screen it was opened from. */
  actions: readonly KeyBinding[];
  screens: readonly Screen[];
  close: () => void;
};

const foundTickets = 6;
const foundCustomers = 4;
const restMilliseconds = 150;

/** Everything there is, by typing: what can be done here, tickets, customers and screens. */
export default function Palette({ actions, screens, close }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const router = useRouter();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [ledTo, leadTo] = useState<string | null>(null);
  const [before] = useState(() => document.activeElement);
  const recent = useRecentTickets();
  const found = useFound(typed.trim());
  const groups = entriesThatFit(typed, { actions, screens, recent, found }).map((group) => ({
    ...group,
    title: t(`palette.groups.${group.name}`),
  }));
  const entries = groups.flatMap((group) => group.entries);
  const chosen = chosenAmong(entries, ledTo);

  const take = (entry: PaletteEntry, event: globalThis.KeyboardEvent | null, isNewTab: boolean) => {
    if (entry.to && isNewTab) {
      window.open(router.buildLocation(entry.to).href, '_blank', 'noopener');
      return;
    }
    close();
    // An action is about what had the focus when the palette was called.
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    if (entry.to) void navigate(entry.to);
    else requestAnimationFrame(() => entry.run?.(event ?? new globalThis.KeyboardEvent('keydown')));
  };
  /** Enter was pressed while what was found before stood there: it takes what is found for these words. */
  const awaited = useRef<{ isNewTab: boolean } | null>(null);
  const takeLate = useEffectEvent(() => {
    if (!awaited.current || found.isOld) return;
    const { isNewTab } = awaited.current;
    awaited.current = null;
    if (chosen) take(chosen, null, isNewTab);
  });
  useEffect(() => takeLate());
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && entries.length > 0) {
      event.preventDefault();
      const to = chosen ? entries.indexOf(chosen) + by : Math.min(by, 0);
      const next = (to + entries.length) % entries.length;
      leadTo(entries[next]?.id ?? null);
      awaited.current = null;
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) {
      event.preventDefault();
      const isNewTab = event.ctrlKey || event.metaKey;
      if (chosen.isOld) awaited.current = { isNewTab };
      else take(chosen, event.nativeEvent, isNewTab);
    }
  };
  return (
    <Modal.Root
      opened
      onClose={() => {
        close();
        if (before instanceof HTMLElement) before.focus({ preventScroll: true });
      }}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      size={620}
      yOffset="10vh"
      padding={0}
      classNames={{ body: c.body ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette.title')}>
        <Modal.Body>
          <input
            data-autofocus
            className={c.input}
            type="text"
            role="combobox"
            aria-expanded
            aria-autocomplete="list"
            aria-controls={`${id}-list`}
            aria-activedescendant={chosen && `${id}-${entries.indexOf(chosen)}`}
            aria-label={t('palette.title')}
            placeholder={t('palette.placeholder')}
            autoComplete="off"
            spellCheck={false}
            maxLength={searchQueryMax}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              leadTo(null);
              awaited.current = null;
            }}
            onKeyDown={onKeyDown}
          />
          <div id={`${id}-list`} role="listbox" aria-label={t('palette.title')} className={c.list}>
            {groups.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: groups of options are no fieldsets
              <div key={group.name} role="group" aria-label={group.title}>
                <div className={c.group} aria-hidden="true">
                  {group.title}
                </div>
                {group.entries.map((entry) => {
                  const place = entries.indexOf(entry);
                  return (
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys choose
                    <div
                      key={entry.id}
                      id={`${id}-${place}`}
                      role="option"
                      tabIndex={-1}
                      aria-selected={entry === chosen}
                      data-old={entry.isOld || undefined}
                      className={c.entry}
                      onPointerDown={(event) => event.preventDefault()}
                      onClick={(event) => take(entry, null, event.ctrlKey || event.metaKey)}
                    >
                      <span className={c.name}>
                        <Words of={entry.name} />
                      </span>
                      {entry.about && (
                        <span className={c.about}>
                          <Words of={entry.about} />
                        </span>
                      )}
                      <span className={c.keys}>
                        {(entry.keys && isOn(entry.keys) ? entry.keys : '')
                          .split(' ')
                          .filter(Boolean)
                          .map((press) => (
                            <Key key={press}>{keyLabel(press)}</Key>
                          ))}
                      </span>
                    </div>
                  );
                })}
              </div>
            ))}
            {entries.length === 0 && <p className={c.none}>{t('palette.nothing')}</p>}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

const Words = ({ of }: { of: string | Marked }) => (typeof of === 'string' ? of : <MarkedText of={of} />);

/** Tickets and customers; what was typed in the wrong layout is looked for by its keys. */
function useFound(typed: string): { tickets: PaletteEntry[]; customers: PaletteEntry[]; isOld: boolean } {
  const [asked] = useDebouncedValue(typed, restMilliseconds);
  const isPlain = asked.length > 1 && readSearchQuery(asked).problems.length === 0;
  const wanted = (query: string, isEnabled: boolean) => ({
    queryKey: ['search', find.path, 'palette', query],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(find, { query, tickets: foundTickets, customers: foundCustomers }, { signal }),
    enabled: isEnabled,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const first = useQuery(wanted(asked, isPlain));
  const isNothing =
    isPlain && first.data !== undefined && first.data.tickets.length + first.data.customers.length === 0;
  const other = inOtherLayout(asked);
  const isOther = isNothing && readSearchQuery(other).problems.length === 0;
  const second = useQuery(wanted(other, isOther));
  const data = !isPlain || typed.length < 2 ? undefined : isOther ? second.data : first.data;
  const isComing = [first, ...(isOther ? [second] : [])].some((one) => one.isLoading || one.isPlaceholderData);
  const isOld = asked !== typed || (isPlain && isComing);
  return {
    isOld,
    tickets: (data?.tickets ?? []).map((one) => ({
      id: `ticket-${one.id}`,
      isOld,
      name: one.title,
      about: inOneLine(one.case_number, one.customer),
      to: {
        to: '/tickets/$id',
        params: { id: one.id },
        hash: placeOfHit(one.hit),
      } satisfies NavigateOptions,
    })),
    customers: (data?.customers ?? []).map(({ name, phone, ...one }) => ({
      id: `customer-${one.id}`,
      isOld,
      name: name.text === '' && one.email ? readableMarked(one.email) : name,
      about: name.text === '' ? '' : one.email ? readableMarked(one.email) : (phone ?? ''),
      to: { to: '/customer/$customerId', params: { customerId: one.id } } satisfies NavigateOptions,
    })),
  };
}

const recentMax = 5;

/** Tickets that were opened in this tab: the cache remembers them. */
function useRecentTickets(): PaletteEntry[] {
  const client = useQueryClient();
  const [recent] = useState(() => {
    const opened = client
      .getQueryCache()
      .findAll({ queryKey: [tickets.name, 'row'] })
      .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
      .flatMap(({ state }) => (isTicket(state.data) ? [state.data] : []));
    return [...new Map(opened.map((one) => [one.id, one])).values()].slice(0, recentMax);
  });
  return recent.map((one) => ({
    id: `recent-${one.id}`,
    name: one.title,
    about: one.case_number,
    to: { to: '/tickets/$id', params: { id: one.id } } satisfies NavigateOptions,
  }));
}

const isTicket = (data: unknown): data is { id: number; title: string; case_number: string } =>
  typeof data === 'object' && data !== null && 'title' in data && 'case_number' in data;

import { ActionIcon, Menu } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconDots, IconFilter, IconUsers } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#contract/entity.ts';
import { savedSearches } from '#contract/saved-searches.ts';
import { lazyPart } from '../../../api/fetch-part.ts';
import { deleteRows, restoreRows, updateRows } from '../../../api/rows.ts';
import { mayDo, useSelf } from '../../../api/self.ts';
import { countText } from '../../../ui/count-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { toastError, toastUndo } from '../../../ui/toast.tsx';
import { ViewGroup, ViewLink } from '../../../ui/views.tsx';
import c from './saved-search-links.module.css';
import { mayChangeSearch, searchesQuery } from './saved-searches.ts';
import type { TicketSearch } from './ticket-search.ts';
import { isSameSearch } from './ticket-views.ts';
import { type Moving, useMoving } from './use-moving.ts';
import { useCountAgain, useSearchCount } from './use-search-count.ts';

const RenameSearch = lazyPart(() => import('./rename-search.tsx'));

type Search = Row<typeof savedSearches>;

/** Searches somebody kept: one's own first, then the company's. */
export function SavedSearchLinks({ search }: { search: TicketSearch | null }) {
  const { t } = useTranslation();
  const who = useSelf();
  const { data } = useQuery({ ...searchesQuery, enabled: mayDo(who, 'saved-searches.get') });
  const moving = useMoving(data?.rows ?? []);
  const { rows } = moving;
  useCountAgain();
  if (rows.length === 0) return null;
  return (
    <>
      <ViewGroup>{t('searches.title')}</ViewGroup>
      {rows.map((one) => (
        <SearchLine key={one.id} one={one} isOn={search !== null && isSameSearch(one.query, search)} moving={moving} />
      ))}
    </>
  );
}

function SearchLine({ one, isOn, moving }: { one: Search; isOn: boolean; moving: Moving }) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const total = useSearchCount(one.query, inViewport);
  return (
    <div ref={ref} className={c.line} {...moving.lineOf(one)}>
      <ViewLink
        to="/tickets"
        search={one.query}
        name={one.name}
        icon={one.is_shared ? IconUsers : IconFilter}
        count={total?.count ? countText(total) : undefined}
        on={isOn}
      />
      <SearchMenu one={one} moving={moving} />
    </div>
  );
}

function SearchMenu({ one, moving }: { one: Search; moving: Moving }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isRenaming, rename] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const next = useRef<HTMLElement>(undefined);
  // A line that goes takes the focus with it.
  useEffect(
    () => () =>
      void setTimeout(() => {
        if (document.activeElement === document.body) next.current?.focus();
      }),
    [],
  );
  const who = useSelf();
  const mayShare = mayDo(who, 'saved-searches.share', one.company_id);
  const mayChange = mayChangeSearch(who, one);
  const act = async (change: () => Promise<unknown>) => {
    try {
      await change();
    } catch (error) {
      toastError(t('saved.not_updated'), error);
    }
    await client.invalidateQueries({ queryKey: [savedSearches.name] });
  };
  const remove = () =>
    act(async () => {
      const gone = await deleteRows(savedSearches, [one.id]);
      next.current = neighbourOf(button.current);
      toastUndo(t('searches.removed'), () => void act(() => restoreRows(savedSearches, gone)));
    });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon ref={button} size={24} className={c.more ?? ''} aria-label={t('list.more', { name: one.name })}>
            <Icon of={IconDots} size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayChange && <Menu.Item onClick={() => rename(true)}>{t('searches.rename')}</Menu.Item>}
          {mayChange && mayShare && one.user_id === who.user.id && (
            <Menu.Item
              onClick={() =>
                void act(() => updateRows(savedSearches, { is_shared: one.is_shared ? 0 : 1 }, [['id', '=', one.id]]))
              }
            >
              {t(one.is_shared ? 'searches.unshare' : 'searches.share')}
            </Menu.Item>
          )}
          <Menu.Item
            disabled={!moving.mayMove(one, -1)}
            onClick={() => moving.move(one, -1)}
            rightSection={<small>Alt ↑</small>}
          >
            {t('searches.up')}
          </Menu.Item>
          <Menu.Item
            disabled={!moving.mayMove(one, 1)}
            onClick={() => moving.move(one, 1)}
            rightSection={<small>Alt ↓</small>}
          >
            {t('searches.down')}
          </Menu.Item>
          {mayChange && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => void remove()}>{t('searches.remove')}</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isRenaming && (
        <Suspense fallback={null}>
          <RenameSearch one={one} close={() => rename(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The link below, or else above. */
function neighbourOf(button: HTMLElement | null): HTMLElement | undefined {
  const links = [...(button?.closest('nav')?.querySelectorAll('a') ?? [])];
  const at = links.findIndex((one) => one.parentElement === button?.parentElement);
  return links[at + 1] ?? links[at - 1];
}

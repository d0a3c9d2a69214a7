import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconFilter, IconUsers } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Row } from '#contract/entity.ts';
import { orderSavedSearches, savedSearches } from '#contract/saved-searches.ts';
import { call } from '../../../api/call.ts';
import { deleteRows, restoreRows, rowsQuery, updateRows } from '../../../api/rows.ts';
import { mayDo, useSelf } from '../../../api/self.ts';
import { Icon } from '../../../ui/icon.tsx';
import { toastError, toastUndo } from '../../../ui/toast.tsx';
import { ViewGroup, ViewLink } from '../../../ui/views.tsx';
import c from './saved-search-links.module.css';
import { isSameSearch, type TicketSearch } from './ticket-views.ts';

const shownMax = 100;
const searchesQuery = rowsQuery(savedSearches, {
  conditions: [['is_deleted', '=', 0]],
  sort: [
    ['is_shared', 'asc'],
    ['position', 'asc'],
  ],
  range: [0, shownMax],
});
type Search = Row<typeof savedSearches>;

/** Searches somebody kept: one's own first, then the company's. */
export function SavedSearchLinks({ search }: { search: TicketSearch | null }) {
  const { t } = useTranslation();
  const who = useSelf();
  const { data } = useQuery({ ...searchesQuery, enabled: mayDo(who, 'saved-searches.get') });
  const rows = data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <>
      <ViewGroup>{t('searches.title')}</ViewGroup>
      {rows.map((one) => (
        <div key={one.id} className={c.line}>
          <ViewLink
            to="/tickets"
            search={one.query}
            name={one.name}
            icon={one.is_shared ? IconUsers : IconFilter}
            on={search !== null && isSameSearch(one.query, search)}
          />
          <SearchMenu one={one} among={rows.filter((row) => row.is_shared === one.is_shared)} />
        </div>
      ))}
    </>
  );
}

function SearchMenu({ one, among }: { one: Search; among: readonly Search[] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const who = useSelf();
  const mayShare = mayDo(who, 'saved-searches.share', one.company_id);
  const mayChange = mayDo(who, 'saved-searches.update', one.company_id) && (one.is_shared === 0 || mayShare);
  if (!mayChange) return null;
  const at = among.indexOf(one);
  const act = async (change: () => Promise<unknown>) => {
    try {
      await change();
    } catch (error) {
      toastError(t('saved.not_updated'), error);
    }
    await client.invalidateQueries({ queryKey: [savedSearches.name] });
  };
  const move = (by: -1 | 1) => {
    const ids = among.map((row) => row.id);
    ids.splice(at, 1);
    ids.splice(at + by, 0, one.id);
    return act(() => call(orderSavedSearches, { ids }));
  };
  const remove = () =>
    act(async () => {
      const gone = await deleteRows(savedSearches, [one.id]);
      toastUndo(t('searches.removed'), () => void act(() => restoreRows(savedSearches, gone)));
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} className={c.more ?? ''} aria-label={t('list.more', { name: one.name })}>
          <Icon of={IconDots} size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() => void navigate({ to: '/$entity/$id/edit', params: { entity: 'saved-searches', id: one.id } })}
        >
          {t('searches.rename')}
        </Menu.Item>
        {mayShare && (
          <Menu.Item
            onClick={() =>
              void act(() => updateRows(savedSearches, { is_shared: one.is_shared ? 0 : 1 }, [['id', '=', one.id]]))
            }
          >
            {t(one.is_shared ? 'searches.unshare' : 'searches.share')}
          </Menu.Item>
        )}
        <Menu.Item disabled={at === 0} onClick={() => void move(-1)}>
          {t('searches.up')}
        </Menu.Item>
        <Menu.Item disabled={at === among.length - 1} onClick={() => void move(1)}>
          {t('searches.down')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void remove()}>{t('searches.remove')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

import { Button, Drawer, Switch } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChecks } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { countUnread, listNotifications, type NoticeGroup, readNotifications } from '#contract/notifications.ts';
import { call, callQuery } from '../../api/call.ts';
import { DayTime } from '../day-time.tsx';
import { Empty } from '../empty.tsx';
import { Icon } from '../icon.tsx';
import { Problem } from '../problem.tsx';
import { toastError } from '../toast.tsx';
import { useFocusBack } from '../use-focus-back.ts';
import c from './bell.module.css';
import { noticeText } from './notice-text.ts';

/** What happened to this person's tickets, a row per ticket. Opening the ticket is having seen it. */
export default function BellPanel({ close }: { close: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  useFocusBack();
  const [isUnread, setUnread] = useLocalStorage({
    key: 'parley-bell-unread',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const query = useInfiniteQuery({
    queryKey: ['notifications', listNotifications.path, { isUnread }],
    queryFn: ({ pageParam, signal }) =>
      call(
        listNotifications,
        { is_unread: isUnread ? 1 : 0, ...(pageParam === null ? {} : { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.has_more ? (page.groups.at(-1)?.id ?? null) : null),
  });
  const groups = query.data?.pages.flatMap((page) => page.groups) ?? [];
  const newest = groups[0];
  // What is not seen may stand further down than has been asked for.
  const { tickets, letters } = useQuery(callQuery(countUnread, {})).data ?? { tickets: 0, letters: 0 };
  const hasUnseen = tickets + letters > 0 || groups.some((one) => one.unread > 0);
  const markAll = async () => {
    if (!newest) return;
    try {
      await call(readNotifications, { up_to: newest.id });
    } catch (error) {
      toastError(t('bell.not_marked'), error);
    }
    await client.invalidateQueries({ queryKey: ['notifications'] });
  };
  return (
    <Drawer
      opened
      onClose={close}
      size={400}
      title={t('bell.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ header: c.header ?? '', body: c.body ?? '' }}
    >
      <div className={c.bar}>
        <Switch
          label={t('bell.only_unread')}
          checked={isUnread}
          onChange={(event) => setUnread(event.currentTarget.checked)}
        />
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Icon of={IconChecks} size={16} />}
          disabled={!newest || !hasUnseen}
          onClick={() => void markAll()}
        >
          {t('bell.mark_all')}
        </Button>
      </div>
      {query.isError && groups.length === 0 && <Problem error={query.error} retry={() => void query.refetch()} />}
      {query.isSuccess && groups.length === 0 && (
        <Empty title={t(isUnread ? 'bell.all_seen' : 'bell.nothing')}>{t('bell.nothing_text')}</Empty>
      )}
      {groups.length > 0 && <Rows groups={groups} close={close} />}
      {query.hasNextPage && (
        <Button
          variant="subtle"
          fullWidth
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('bell.more')}
        </Button>
      )}
      <Link to="/settings" hash="notifications" className={c.settings} onClick={close}>
        {t('bell.settings')}
      </Link>
    </Drawer>
  );
}

function Rows({ groups, close }: { groups: readonly NoticeGroup[]; close: () => void }) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  // Who opened it by a key goes on with arrows.
  useEffect(() => list.current?.querySelector('a')?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    links[Math.min(links.length - 1, Math.max(0, at + step))]?.focus();
  };
  return (
    <ul ref={list} className={c.rows} onKeyDown={onKeyDown}>
      {groups.map((one) => (
        <li key={one.letter_id ?? one.ticket_id}>
          <Link {...placeOf(one)} className={c.row} data-unread={one.unread > 0 || undefined} onClick={close}>
            <i className={c.dot} />
            <span className={c.what}>{noticeText(one)}</span>
            <span className={c.when}>
              <DayTime at={one.at} />
            </span>
            <span className={c.title}>{one.title}</span>
            {one.count > 1 && <span className={c.rest}>{t('bell.rest', { count: one.count - 1 })}</span>}
            {one.unread > 0 && <span className="sr">{t('bell.unseen')}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Where it is seen; a letter that has no ticket yet, where it is written. */
const placeOf = ({ ticket_id, letter_id, message_id, side_id }: NoticeGroup): LinkProps =>
  ticket_id === null
    ? { to: '/compose', search: { letter: letter_id ?? undefined } }
    : {
        to: '/tickets/$id',
        params: { id: ticket_id },
        search: {},
        hash: side_id !== null ? `side-${side_id}` : message_id !== null ? `message-${message_id}` : '',
      };

import { Button, UnstyledButton } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { WaitingLetter } from '#contract/drafts.ts';
import { dayOf, formatDay } from '../../i18n/time.ts';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EventLines } from './event-lines.tsx';
import { Letter } from './letter.tsx';
import type { Outgoing } from './outgoing.ts';
import { withOutgoing, withWaiting } from './outgoing.ts';
import type { OutgoingActions } from './outgoing-line.tsx';
import { ReportLine } from './report-line.tsx';
import c from './thread.module.css';
import { type ThreadItem, threadItems } from './thread-items.ts';
import { useMessages } from './thread-queries.ts';
import { useFirstUnread } from './use-first-unread.ts';
import { usePrintWhole } from './use-print-whole.ts';
import { useSeen } from './use-seen.ts';
import { useThreadScroll } from './use-thread-scroll.ts';
import type { WaitingActions } from './waiting-line.tsx';

type Props = {
  ticketId: number;
  /** Of the ticket: it grows with everything that happens to it, be it a letter or a line of the timeline. */
  version: number;
  isUnread: boolean;
  /** The last message this person has read, 0 for none. */
  readTo: number;
  me: { id: number; name: string };
  outgoing: readonly Outgoing[];
  waiting: readonly WaitingLetter[];
  /** The newest letter has been looked at, with what is shown up to a message. */
  onSeen: (upTo: number) => void;
} & OutgoingActions &
  WaitingActions;

/** A conversation, oldest first, opened at what is new. */
export function Thread(props: Props) {
  const { ticketId, version, isUnread, readTo, me, outgoing, waiting, onSeen, ...actions } = props;
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const thread = useMessages(ticketId, version);
  const firstUnread = useFirstUnread({ ticketId, isUnread, readTo }, thread);
  const shown = useMemo(
    () => withWaiting(withOutgoing(thread.messages, outgoing, me), waiting),
    [thread.messages, outgoing, waiting, me],
  );
  const items = useMemo(() => threadItems(shown, dayOf, firstUnread ?? null), [shown, firstUnread]);
  const pending = useMemo(
    () => ({
      outgoing: new Map(outgoing.map((one) => [one.client_id, one])),
      waiting: new Map(waiting.map((one) => [one.client_id, one])),
    }),
    [outgoing, waiting],
  );
  const scroll = useThreadScroll(box, thread.isSuccess, thread.messages[0]?.id ?? 0, firstUnread ?? null);
  const fresh = useSeen({
    box,
    ticketId,
    messages: thread.messages,
    isOpening: firstUnread === undefined,
    isUnread,
    onSeen,
  });
  usePointedAt({
    isReady: thread.isSuccess,
    oldest: thread.messages[0]?.id ?? 0,
    fetchEarlier: thread.hasNextPage ? thread.fetchNextPage : null,
    show: scroll.toPointed,
  });
  useSentIsSeen(outgoing, scroll.toEnd);
  usePrintWhole(thread);

  if (thread.isError && thread.messages.length === 0) {
    return (
      <Empty
        title={t('thread.failed')}
        action={
          <Button variant="default" onClick={() => void thread.refetch()}>
            {t('tickets.try_again')}
          </Button>
        }
      />
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable to be scrolled by keys.
    <section ref={box} className={c.thread} data-thread tabIndex={0} aria-label={t('thread.label')}>
      {thread.isPending && <Ghosts />}
      {thread.hasNextPage && (
        <Button
          className={c.earlier}
          size="xs"
          variant="default"
          loading={thread.isFetchingNextPage}
          onClick={() => void thread.fetchNextPage()}
        >
          {t('thread.earlier')}
        </Button>
      )}
      {thread.hasNextPage && <p className={c.missing}>{t('thread.earlier_missing')}</p>}
      {items.map((item) => (
        <Item key={item.key} item={item} pending={pending} ticketId={ticketId} me={me.id} {...actions} />
      ))}
      {scroll.isAway && fresh > 0 && (
        <UnstyledButton className={c.below} onClick={scroll.toEnd}>
          <Icon of={IconArrowDown} size={14} />
          {t('thread.to_latest', { count: fresh })}
        </UnstyledButton>
      )}
    </section>
  );
}

type Pending = {
  readonly outgoing: ReadonlyMap<string, Outgoing>;
  readonly waiting: ReadonlyMap<string, WaitingLetter>;
};
type ItemProps = { item: ThreadItem; pending: Pending; ticketId: number; me: number } & OutgoingActions &
  WaitingActions;

function Item({ item, pending, ...rest }: ItemProps) {
  const { t } = useTranslation();
  if (item.kind === 'day') return <h2 className={c.line}>{formatDay(item.at)}</h2>;
  if (item.kind === 'new') {
    return (
      <div className={c.line} data-new>
        {t('thread.new')}
      </div>
    );
  }
  if (item.kind === 'events') return <EventLines messages={item.messages} />;
  const id = item.message.client_id ?? '';
  const letter = {
    message: item.message,
    outgoing: pending.outgoing.get(id),
    waiting: pending.waiting.get(id),
    ...rest,
  };
  return item.kind === 'report' ? (
    <ReportLine message={item.message}>
      <Letter {...letter} isUnfolded />
    </ReportLine>
  ) : (
    <Letter {...letter} />
  );
}

/** A link to one message (`#message-7`) leads to it, however far up it stands, and marks it. */
function usePointedAt(the: {
  isReady: boolean;
  oldest: number;
  fetchEarlier: (() => unknown) | null;
  show: () => void;
}): void {
  const { isReady, oldest, fetchEarlier } = the;
  // The address changes before the page does: the thread that is being left is not drawn anew for where somebody goes.
  const place = useLocation({ select: (location) => (aMessage.test(location.hash) ? location : null) });
  const shown = useRef<unknown>(null);
  const point = useEffectEvent(() => {
    if (!place || shown.current === place) return;
    const letter = document.getElementById(place.hash);
    if (letter) {
      shown.current = place;
      for (const other of document.querySelectorAll('[data-pointed]')) other.removeAttribute('data-pointed');
      letter.setAttribute('data-pointed', '');
      the.show();
    } else if (Number(aMessage.exec(place.hash)?.[1]) < oldest) fetchEarlier?.();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every older page it is looked for again, and with every link that is followed.
  useEffect(() => {
    if (isReady) point();
  }, [isReady, oldest, place]);
}

const aMessage = /^message-(\d+)$/;

/** Whoever sends a letter wants to see it go, wherever they were reading. */
function useSentIsSeen(outgoing: readonly Outgoing[], toEnd: () => void): void {
  const newest = outgoing.at(-1)?.client_id;
  const known = useRef(newest);
  const show = useEffectEvent(toEnd);
  useEffect(() => {
    if (newest && newest !== known.current) show();
    known.current = newest;
  }, [newest]);
}

function Ghosts() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('thread.loading')} className={c.ghosts}>
      <i className={c.ghost} />
      <i className={c.ghost} data-ours />
      <i className={c.ghost} />
    </div>
  );
}

import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsAway } from '../../../realtime/use-is-away.ts';
import { type Glyph, Icon } from '../../../ui/icon.tsx';
import { Key } from '../../../ui/small-parts.tsx';
import { Tip } from '../../../ui/tip.tsx';
import { customerNameOf, type Ticket } from '../ticket-queries.ts';
import type { TicketSearch } from '../views/ticket-search.ts';
import { WaitingFuse } from '../waiting-fuse.tsx';
import c from './folded-list.module.css';
import { FoldedTitle } from './folded-title.tsx';

type Props = {
  tickets: readonly Ticket[];
  current: number;
  search: TicketSearch;
  onBack: () => void;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
};

/** The list the ticket was opened from, folded to what tells one ticket from another. */
export function FoldedList({ tickets, current, search, onBack, onPrevious, onNext }: Props) {
  const { t } = useTranslation();
  const isAway = useIsAway();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-mini="${current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <nav className={c.side} aria-label={search.search ?? t(`tickets.views.${search.view ?? 'open'}`)}>
      <div className={c.head}>
        <FoldedTitle search={search} />
        <Turn icon={IconChevronUp} name={t('tickets.ticket.previous')} keyName="K" onClick={onPrevious} />
        <Turn icon={IconChevronDown} name={t('tickets.ticket.next')} keyName="J" onClick={onNext} />
        <Turn icon={IconArrowLeft} name={t('tickets.ticket.back')} keyName="Esc" onClick={onBack} />
      </div>
      {isAway && tickets.length === 0 && (
        <p className={c.unknown}>
          {t('offline.no_list')}{' '}
          <Link to="/tickets" search={search}>
            {t('offline.list')}
          </Link>
        </p>
      )}
      <ul className={c.list} ref={list}>
        {tickets.map((ticket) => (
          <Mini key={ticket.id} ticket={ticket} isCurrent={ticket.id === current} search={search} />
        ))}
      </ul>
    </nav>
  );
}

const Mini = memo(function Mini({
  ticket,
  isCurrent,
  search,
}: {
  ticket: Ticket;
  isCurrent: boolean;
  search: TicketSearch;
}) {
  const { t } = useTranslation();
  return (
    <li>
      <Link
        to="/tickets/$id"
        params={{ id: ticket.id }}
        search={search}
        replace
        className={c.mini}
        data-mini={ticket.id}
        aria-current={isCurrent ? 'page' : undefined}
        data-unread={(ticket.is_unread && !isCurrent) || undefined}
      >
        <strong>{customerNameOf(ticket) || t('tickets.no_name')}</strong>
        <span className={c.time}>
          <WaitingFuse since={ticket.waiting_since} />
        </span>
        <small>{ticket.title}</small>
      </Link>
    </li>
  );
});

function Turn({
  icon,
  name,
  keyName,
  onClick,
}: {
  icon: Glyph;
  name: ReactNode;
  keyName: string;
  onClick: (() => void) | null;
}) {
  return (
    <Tip
      label={
        <>
          {name} <Key>{keyName}</Key>
        </>
      }
    >
      <ActionIcon
        size={28}
        aria-label={String(name)}
        disabled={onClick === null}
        bg={onClick === null ? 'transparent' : undefined}
        onClick={() => onClick?.()}
      >
        <Icon of={icon} size={16} />
      </ActionIcon>
    </Tip>
  );
}

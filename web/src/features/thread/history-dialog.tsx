import { Button, Skeleton } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { messages } from '#contract/messages.ts';
import { getRows, type RowsQuery } from '../../api/rows.ts';
import { useMay } from '../../api/self.ts';
import { formatDayTime } from '../../i18n/time.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { EventLine } from './event-lines.tsx';
import c from './history-dialog.module.css';
import { messageFields } from './message.ts';
import { OldAndNew } from './old-and-new.tsx';

const pageSize = 100;

/** Who did what with a ticket, and when, the newest first: the lines of its thread without the letters between them. */
export default function HistoryDialog({
  ticket,
  close,
}: {
  ticket: { id: number; company_id: number };
  close: () => void;
}) {
  const { t } = useTranslation();
  const mayReadTrail = useMay('audit.get', ticket.company_id);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    historyQuery(ticket.id),
  );
  const lines = data?.pages.flatMap((page) => page.rows);
  return (
    <Dialog centered={false} close={close} size={560} title={t('thread.history.title')}>
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!lines && !error && [1, 2, 3].map((n) => <Skeleton key={n} height={12} my={12} width={`${90 - n * 15}%`} />)}
      {lines?.length === 0 && <p className={c.none}>{t('thread.history.none')}</p>}
      <ul className={c.lines}>
        {lines?.map((line) => (
          <li key={line.id}>
            <EventLine message={line} />
            <OldAndNew message={line} />
            <time dateTime={line.added}>{formatDayTime(line.added)}</time>
          </li>
        ))}
      </ul>
      <div className={c.foot}>
        {hasNextPage && (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('thread.history.earlier')}
          </Button>
        )}
        {mayReadTrail && (
          <Link to="/audit" search={{ company: ticket.company_id, thing: 'tickets', id: ticket.id }}>
            {t('thread.history.trail')}
          </Link>
        )}
      </div>
    </Dialog>
  );
}

function historyQuery(ticketId: number) {
  const query: RowsQuery = {
    fields: messageFields,
    conditions: [
      ['ticket_id', '=', ticketId],
      ['kind', '=', 'event'],
    ],
    sort: [['id', 'desc']],
  };
  return infiniteQueryOptions({
    queryKey: [messages.name, 'get', query, 'history'] as const,
    queryFn: ({ pageParam, signal }) =>
      getRows(messages, { ...query, range: [pageParam, pageParam + pageSize] }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.rows.length === pageSize ? pages.length * pageSize : undefined),
  });
}

import { Button } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../api/problem.ts';
import { FoldedList } from '../features/tickets/list/folded-list.tsx';
import { useOpenTicket } from '../features/tickets/open/use-open-ticket.ts';
import type { Ticket } from '../features/tickets/ticket-queries.ts';
import type { TicketSearch } from '../features/tickets/views/ticket-search.ts';
import { errorText } from '../i18n/problem-text.ts';
import { Empty } from '../ui/empty.tsx';
import { leavePage } from '../ui/keys-between.ts';
import { Shell } from '../ui/shell.tsx';
import { OpenTicket } from './open-ticket.tsx';
import c from './ticket-page.module.css';
import { useReadAhead } from './use-read-ahead.ts';

const route = '/_desk/tickets/$id';

export function TicketPage() {
  const { id } = useParams({ from: route });
  const search = useSearch({ from: route });
  const navigate = useNavigate();
  const [isPointedAt, setPointedAt] = useState(false);
  const { ticket, error, retry, around, neighbours } = useOpenTicket(id, search, isPointedAt);

  useWhereFound(ticket, search);
  useReadAhead(ticket ? (neighbours.next ?? neighbours.previous) : null);
  const goTo = (to: number | null) => {
    if (to === null) return null;
    return () => {
      leavePage();
      void navigate({ to: '/tickets/$id', params: { id: to }, search, replace: true });
    };
  };
  const back = () => {
    leavePage();
    void navigate({ to: '/tickets', search });
  };
  return (
    <Shell section="tickets" bare>
      <div className={c.desk}>
        <div className={c.around} onPointerOver={() => setPointedAt(true)} onPointerLeave={() => setPointedAt(false)}>
          <FoldedList
            tickets={around}
            current={id}
            search={search}
            onBack={back}
            onPrevious={goTo(neighbours.previous)}
            onNext={goTo(neighbours.next)}
          />
        </div>
        {ticket && ticket.merged_into_id === null && (
          <OpenTicket
            key={id}
            ticket={ticket}
            search={search}
            onBack={back}
            onPrevious={goTo(neighbours.previous)}
            onNext={goTo(neighbours.next)}
          />
        )}
        {error && !ticket && <NoTicket error={error} onBack={back} onRetry={retry} />}
      </div>
    </Shell>
  );
}

/** The address of a ticket that was merged leads to where it is found now. */
function useWhereFound(ticket: Ticket | undefined, search: TicketSearch): void {
  const navigate = useNavigate();
  const into = ticket?.merged_into_id ?? null;
  const number = ticket?.case_number ?? '';
  useEffect(() => {
    if (into === null) return;
    void navigate({ to: '/tickets/$id', params: { id: into }, search, replace: true, state: { mergedFrom: number } });
  }, [into, number, search, navigate]);
}

function NoTicket({ error, onBack, onRetry }: { error: Error; onBack: () => void; onRetry: () => void }) {
  const { t } = useTranslation();
  const isGone = isApiError(error) && error.status === 404;
  return (
    <Empty
      title={t(isGone ? 'tickets.ticket.not_found' : 'tickets.failed.load_one')}
      action={
        <Button variant="default" onClick={isGone ? onBack : onRetry}>
          {t(isGone ? 'tickets.ticket.back' : 'tickets.try_again')}
        </Button>
      }
    >
      {isGone ? t('tickets.ticket.not_found_text') : errorText(error)}
    </Empty>
  );
}

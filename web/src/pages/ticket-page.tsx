import { Button } from '@mantine/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { draftsOfTicket } from '#contract/drafts.ts';
import { settleBeforeLeaving } from '../api/before-leaving.ts';
import { callQuery } from '../api/call.ts';
import { lazyPart } from '../api/fetch-part.ts';
import { isApiError } from '../api/problem.ts';
import { useSelf } from '../api/self.ts';
import type { MessageKind } from '../features/composer/written-letter.ts';
import { useMoveLetters } from '../features/thread/use-outgoing.ts';
import { FoldedList } from '../features/tickets/list/folded-list.tsx';
import { useOpenTicket } from '../features/tickets/open/use-open-ticket.ts';
import { type Ticket, ticketQuery } from '../features/tickets/ticket-queries.ts';
import type { TicketSearch } from '../features/tickets/views/ticket-search.ts';
import { learnLater } from '../i18n/language.ts';
import { errorText } from '../i18n/problem-text.ts';
import { Empty } from '../ui/empty.tsx';
import { isField } from '../ui/held-keys.ts';
import { leavePage, restKeys } from '../ui/keys-between.ts';
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

  // One that is merged while it is open stays until the other one is there: somebody may be writing on it.
  const [open, setOpen] = useState<number | null>(null);
  const isMerged = ticket !== undefined && ticket.merged_into_id !== null;
  if (ticket && !isMerged && open !== id) setOpen(id);
  const { goesOn, onArrived } = useWhereFound(ticket, search, open === id);
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
        {ticket && (!isMerged || open === id) && (
          <OpenTicket
            key={id}
            ticket={ticket}
            search={search}
            onBack={back}
            onPrevious={goTo(neighbours.previous)}
            onNext={goTo(neighbours.next)}
            goesOn={goesOn}
            onArrived={onArrived}
          />
        )}
        {error && !ticket && <NoTicket id={id} error={error} onBack={back} onRetry={retry} />}
      </div>
    </Shell>
  );
}

/**
 * The address of a ticket that was merged leads to where it is found now. Whoever is writing on it goes on there, with all
 * of their words.
 */
function useWhereFound(ticket: Ticket | undefined, search: TicketSearch, isOpen: boolean) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const moveLetters = useMoveLetters(useSelf().user.id);
  const [goesOn, setGoesOn] = useState<MessageKind | null>(null);
  const into = ticket?.merged_into_id ?? null;
  const number = ticket?.case_number ?? '';
  const follow = useEffectEvent(async (to: number, elsewhere: AbortSignal) => {
    const { pathname: from, hash } = router.latestLocation;
    const kind = isOpen ? await takeAlong(client, to) : null;
    // This page stands until the next one is there: where somebody goes is known before.
    if (elsewhere.aborted || router.latestLocation.pathname !== from) return;
    setGoesOn(kind);
    // Whatever else is typed in goes with its ticket.
    if (kind === null && isField(document.activeElement)) restKeys();
    else if (isOpen) leavePage();
    const state = { mergedFrom: number };
    await navigate({ to: '/tickets/$id', params: { id: to }, search, hash, replace: true, state });
    if (ticket) moveLetters(ticket.id, await client.ensureQueryData(ticketQuery(to)).catch(() => ({ id: to })));
  });
  useEffect(() => {
    if (into === null) return;
    // Whoever turns to another page meanwhile is not taken from it.
    const left = new AbortController();
    void follow(into, left.signal);
    return () => left.abort();
  }, [into]);
  return { goesOn, onArrived: () => setGoesOn(null) };
}

/** Has what is being written kept, with which the draft goes along, and the other ticket at hand. Answers what it is. */
async function takeAlong(client: QueryClient, to: number): Promise<MessageKind | null> {
  const composer = document.activeElement?.closest<HTMLElement>('[data-composer]');
  const kind = isField(document.activeElement) ? composer?.dataset.kind : undefined;
  if (kind !== 'reply' && kind !== 'note') return null;
  leavePage();
  const isReady = settleBeforeLeaving().then(() =>
    // It may have been read ahead, before the merge.
    Promise.allSettled([
      client.fetchQuery({ ...ticketQuery(to), staleTime: 0 }),
      client.fetchQuery({ ...callQuery(draftsOfTicket, { ticket_id: to }), staleTime: 0 }),
    ]),
  );
  await Promise.race([isReady, new Promise((done) => setTimeout(done, patienceMs))]);
  return kind;
}

/** As long as keys wait for the other ticket. */
const patienceMs = 2_000;

const LettersWithoutTicket = lazyPart(async () => {
  const [file] = await Promise.all([import('../features/thread/letters-without-ticket.tsx'), learnLater('writing')]);
  return file;
});

type NoTicketProps = { id: number; error: Error; onBack: () => void; onRetry: () => void };

function NoTicket({ id, error, onBack, onRetry }: NoTicketProps) {
  const { t } = useTranslation();
  const isGone = isApiError(error) && error.status === 404;
  return (
    <Empty
      isPage
      title={t(isGone ? 'tickets.ticket.not_found' : 'tickets.failed.load_one')}
      action={
        <>
          <Button variant="default" onClick={isGone ? onBack : onRetry}>
            {t(isGone ? 'tickets.ticket.back' : 'tickets.try_again')}
          </Button>
          {isGone && (
            <Suspense>
              <LettersWithoutTicket ticketId={id} />
            </Suspense>
          )}
        </>
      }
    >
      {isGone ? t('tickets.ticket.not_found_text') : errorText(error)}
    </Empty>
  );
}

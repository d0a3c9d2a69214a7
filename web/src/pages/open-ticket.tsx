import { Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Address } from '#contract/messages.ts';
import { splitMessagesMax } from '#contract/ticket-merges.ts';
import { writeAgain } from '#contract/ticket-writing.ts';
import { call } from '../api/call.ts';
import { lazyPart } from '../api/fetch-part.ts';
import { useMay, useSelf } from '../api/self.ts';
import { Composer } from '../features/composer/composer.tsx';
import type { AskedReply, MessageKind, ReturnedLetter } from '../features/composer/written-letter.ts';
import { DraftsHere } from '../features/drafts/drafts-here.tsx';
import { useDrafts } from '../features/drafts/use-drafts.ts';
import {
  type LetterActions,
  LetterActionsContext,
  type WhyNotSplit,
  WhyNotSplitContext,
} from '../features/thread/letter-actions.ts';
import { notSplit } from '../features/thread/letters-to-split.ts';
import type { Message } from '../features/thread/message.ts';
import { comesBack, sentVersionOf } from '../features/thread/outgoing.ts';
import { quoteOf } from '../features/thread/quote-of.ts';
import { Thread } from '../features/thread/thread.tsx';
import { haveFiles, lettersOf, useThreadLetters } from '../features/thread/thread-queries.ts';
import { useOutgoing } from '../features/thread/use-outgoing.ts';
import { leavingActions } from '../features/tickets/actions/leaving-actions.ts';
import { isPutAway } from '../features/tickets/actions/toolbar-actions.ts';
import { useTicketActions } from '../features/tickets/actions/use-ticket-actions.ts';
import { MergeLater } from '../features/tickets/merging/merge-later.tsx';
import { TicketContext } from '../features/tickets/open/ticket-context.tsx';
import { TicketHeader } from '../features/tickets/open/ticket-header.tsx';
import { TicketNotices } from '../features/tickets/open/ticket-notices.tsx';
import { useOpenTicketKeys } from '../features/tickets/open/use-open-ticket-keys.ts';
import type { Ticket } from '../features/tickets/ticket-queries.ts';
import type { TicketSearch } from '../features/tickets/views/ticket-search.ts';
import { useBeingAt } from '../features/together/use-being-at.ts';
import { WhoWrites } from '../features/together/who-writes.tsx';
import { learnLater } from '../i18n/language.ts';
import { formatNumber } from '../i18n/time.ts';
import { useIsAway } from '../realtime/use-is-away.ts';
import { arrive } from '../ui/keys-between.ts';
import { toast, toastError, wayBack } from '../ui/toast.tsx';
import { AboutCustomer, BesideTicket, MoreOfCustomer } from './beside-ticket.tsx';
import type { SideView } from './side-drawer.tsx';
import c from './ticket-page.module.css';

const SideDrawer = lazyPart(async () => {
  const [file] = await Promise.all([import('./side-drawer.tsx'), learnLater('side')]);
  return file;
});

const FindBar = lazyPart(async () => {
  const [file] = await Promise.all([import('../features/thread/find-bar.tsx'), learnLater('search')]);
  return file;
});

const HistoryDialog = lazyPart(() => import('../features/thread/history-dialog.tsx'));

type OpenProps = {
  ticket: Ticket;
  /** The list that it was opened from. */
  search: TicketSearch;
  onBack: () => void;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  /** Where somebody was writing when this ticket came in place of the one they wrote on. */
  goesOn: MessageKind | null;
  /** It is there, with what was typed on the way. */
  onArrived: () => void;
};

/** The conversation with what is known about it. Everything in here belongs to one ticket and leaves with it. */
export function OpenTicket({ ticket, search, onBack, onPrevious, onNext, goesOn, onArrived }: OpenProps) {
  const { t } = useTranslation();
  const { user, settings } = useSelf();
  const navigate = useNavigate();
  const acts = useTicketActions();
  const outbox = useOutgoing(user.id, ticket.id);
  const drafts = useDrafts(ticket.id);
  const { letters, whole, hasMore } = useThreadLetters(ticket.id);
  const [returned, setReturned] = useState<ReturnedLetter | null>(null);
  const [assigning, setAssigning] = useState(false);
  const [snoozing, setSnoozing] = useState(false);
  /** What this one is merged with; empty where that is still to be found. */
  const [merging, setMerging] = useState<readonly number[] | null>(null);
  const [isHistory, setHistory] = useState(false);
  const [isFinding, find] = useState(false);
  const [sideView, showSide] = useState<SideView | null>(null);
  const showBeside = (sideId: number | null) =>
    showSide(sideId === null ? { is: 'new', forwarded: [] } : { is: 'one', id: sideId });
  useSideInAddress(showBeside);
  const [asked, ask] = useState<AskedReply | null>(null);
  const [detailsOpen, details] = useDisclosure(false);
  // The customer of an erased ticket is nobody.
  const isErased = ticket.erased_at !== null;
  const mayWrite = useMay('messages.create', ticket.company_id) && !isErased;
  const mayDelete = useMay('tickets.delete', ticket.company_id);
  const mayUpdate = useMay('tickets.update', ticket.company_id);
  const mayMerge = useMay('tickets.merge', ticket.company_id);
  const mayRestore = useMay('tickets.restore', ticket.company_id);
  // A glance that ends while the list is on its way must not take it back.
  const isLeftUnread = useRef(false);
  const markUnread = () => {
    isLeftUnread.current = true;
    void does.markUnread(ticket);
    onBack();
  };
  const sentVersions = {
    reply: sentVersionOf(outbox.outgoing, 'reply'),
    note: sentVersionOf(outbox.outgoing, 'note'),
  };
  // Where nobody may write there is nothing that could take it: it is kept for when somebody may.
  const stopped = mayWrite ? outbox.outgoing.find(comesBack) : undefined;
  const stop = useEffectEvent((clientId: string) => setReturned(outbox.takeBack(clientId)));
  useEffect(() => {
    if (stopped) stop(stopped.client_id);
  }, [stopped]);
  const leave = () => {
    const to = { stay: () => {}, next: onNext ?? onBack, previous: onPrevious ?? onBack, list: onBack };
    to[settings.after_sending]();
  };
  const does = leavingActions(acts, leave);
  /** The letter goes on being sent wherever one is. */
  const goOn = (clientId: string, heldSeconds: number) => {
    if (settings.after_sending === 'stay') return;
    const title = t('composer.on_its_way', { number: ticket.case_number });
    const held = { action: wayBack(() => void comeBack(clientId)), duration: heldSeconds * 1000 };
    toast({ status: 'success', title, ...(heldSeconds > 0 ? held : {}) });
    leave();
  };
  /** Whoever takes it back writes on where it was written. */
  const comeBack = async (clientId: string) => {
    await giveBack(clientId);
    await navigate({ to: '/tickets/$id', params: { id: ticket.id }, search });
  };
  const giveBack = async (clientId: string) => {
    await outbox.answered(clientId);
    if (!outbox.withdraw(clientId)) await drafts.takeBack(clientId);
  };
  const isAway = useIsAway();
  /** Whoever answers what nobody has will hear of it again. It is offered once, not with every word of a chat. */
  const isOffered = useRef(false);
  const offerToTake = () => {
    if (isOffered.current || isAway) return;
    isOffered.current = true;
    toast({
      status: 'info',
      title: t('writing.ticket.nobody_has', { number: ticket.case_number }),
      action: { label: t('tickets.act.assignToMe'), onClick: () => void does.assignToMe([ticket]) },
    });
  };
  const askFor = (message: Message, quote: string | null) => ask({ id: message.id, quote });
  const sendAgain = async (message: Message) => {
    try {
      setReturned(await onceMore(message));
    } catch (error) {
      toastError(t('thread.delivery.again_failed'), error);
    }
  };
  const forwardThese = (forwarded: readonly Message[]) => showSide({ is: 'new', forwarded });
  const notThere = (error: unknown) => toastError(t('tickets.failed.load_one'), error);
  const actions: LetterActions | null = mayWrite
    ? {
        replyTo: (message) => askFor(message, null),
        quote: (message) => askFor(message, quoteOf(message)),
        forward: (messages) =>
          void (messages.length > 0 ? forwardThese(messages) : whole().then(forwardThese, notThere)),
        writeAgain: (message) => void sendAgain(message),
        openSide: (id) => showSide({ is: 'one', id }),
      }
    : null;
  const { taken } = drafts;
  const besideAgain = useEffectEvent(showBeside);
  useEffect(() => {
    if (taken?.kind === 'side') besideAgain(taken.side_id);
  }, [taken]);
  const writesNoMore = useBeingAt(ticket.id);
  const context = (
    <TicketContext
      ticket={ticket}
      hasChat={ticket.channel === 'chat' || letters.some((one) => one.channel === 'chat')}
      customer={<AboutCustomer id={ticket.customer_id} />}
      menu={<MoreOfCustomer id={ticket.customer_id} />}
      beside={
        <BesideTicket
          ticketId={ticket.id}
          mayWrite={mayWrite}
          show={(view) => {
            details.close();
            showSide(view);
          }}
        />
      }
    />
  );
  const forward = () => actions?.forward([]);
  const whyNotSplit: WhyNotSplit = (message, fromHere) => {
    if (!mayMerge) return t('why_not.role');
    if (isPutAway(ticket)) return t('tickets.not_put_away');
    const reason = notSplit({ letters, hasMore }, message, fromHere);
    if (reason === 'too_many') return t('thread.split.too_many', { max: formatNumber(splitMessagesMax) });
    return reason && t('errors.nothing_left');
  };
  useTitle(`${ticket.case_number} ${ticket.title}`);
  useOpenTicketKeys({
    ticket,
    does,
    mayMove: ticket.is_deleted ? mayRestore : mayDelete,
    mayUpdate,
    onBack,
    onPrevious,
    onNext,
    onAssign: () => setAssigning(true),
    onSnooze: () => setSnoozing(true),
    mayMerge,
    onMerge: () => setMerging([]),
    onMarkUnread: markUnread,
    onFind: () => find(true),
    onForward: actions ? forward : null,
  });
  const come = useEffectEvent(() => {
    arrive();
    onArrived();
  });
  useEffect(() => come(), []);
  return (
    <LetterActionsContext value={actions}>
      <section className={c.talk} aria-label={ticket.title}>
        <TicketHeader
          ticket={ticket}
          me={user.id}
          does={does}
          assigning={assigning}
          setAssigning={setAssigning}
          snoozing={snoozing}
          setSnoozing={setSnoozing}
          onBack={onBack}
          onDetails={details.open}
          hasFiles={ticket.has_attachments === 1 && haveFiles(letters)}
          onMerge={() => setMerging([])}
          onHistory={() => setHistory(true)}
          onFind={() => find(true)}
          onMarkUnread={markUnread}
        />
        <TicketNotices ticket={ticket} does={does} onMerge={(other) => setMerging([other])} />
        {isFinding && (
          <Suspense>
            <FindBar ticketId={ticket.id} close={() => find(false)} />
          </Suspense>
        )}
        <WhyNotSplitContext value={whyNotSplit}>
          <Thread
            ticketId={ticket.id}
            version={ticket.version}
            isUnread={ticket.is_unread === 1}
            readTo={ticket.read_to}
            me={user}
            outgoing={outbox.outgoing}
            waiting={drafts.waiting}
            takeBack={(clientId) => void drafts.takeBack(clientId)}
            takeOver={drafts.takeOver}
            customerId={ticket.customer_id}
            onSeen={(upTo) => {
              if (!isLeftUnread.current) void does.markRead(ticket, upTo);
            }}
            retry={outbox.retry}
            edit={(clientId) => void (mayWrite && giveBack(clientId))}
          />
        </WhyNotSplitContext>
        <WhoWrites ticketId={ticket.id} me={user.id} />
        {mayWrite && <DraftsHere drafts={drafts} isBeside={sideView !== null} goOn={showBeside} />}
        {mayWrite ? (
          <Composer
            ticketId={ticket.id}
            customerId={ticket.customer_id}
            userId={user.id}
            mayMove={mayUpdate}
            inTrash={ticket.is_deleted === 1 ? { may: mayRestore, restore: () => void does.restore([ticket]) } : null}
            returned={returned}
            taken={drafts.taken}
            letters={letters}
            sentVersions={sentVersions}
            asked={asked}
            goesOn={goesOn}
            onSend={(letter) => {
              // What names nobody is said in a chat, where somebody waits for it, and for the next one.
              const isChat = letter.kind === 'reply' && [letter.to, letter.cc, letter.bcc].every((all) => !all.length);
              const isHeld = letter.kind === 'reply' && !letter.send_at && !isChat;
              const hold_seconds = isHeld ? settings.undo_send_seconds : 0;
              const clientId = outbox.send({
                ...letter,
                hold_seconds,
                ticket_id: ticket.id,
                case_number: ticket.case_number,
              });
              writesNoMore();
              if (letter.kind !== 'reply') return;
              if (!isChat || letter.resolves || letter.snooze) goOn(clientId, hold_seconds);
              if (ticket.assignee_id === null && mayUpdate) offerToTake();
            }}
          />
        ) : (
          <p className={c.readOnly}>{isErased ? t('writing.ticket.is_erased') : t('access.no_write')}</p>
        )}
      </section>
      <aside className={c.context} aria-label={t('tickets.ticket.details')}>
        {context}
      </aside>
      {sideView && (
        <Suspense>
          <SideDrawer
            ticket={ticket}
            letters={lettersOf(letters)}
            mayWrite={mayWrite}
            view={sideView}
            show={showSide}
          />
        </Suspense>
      )}
      {isHistory && (
        <Suspense>
          <HistoryDialog ticket={ticket} close={() => setHistory(false)} />
        </Suspense>
      )}
      {merging && (
        <MergeLater ids={[ticket.id, ...merging]} onClose={() => setMerging(null)} onMerged={() => setMerging(null)} />
      )}
      <Drawer
        opened={detailsOpen}
        onClose={details.close}
        position="right"
        size={320}
        title={t('tickets.ticket.details')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        padding={0}
        classNames={{ header: c.drawerHead ?? '' }}
      >
        {context}
      </Drawer>
    </LetterActionsContext>
  );
}

/** A link to a side conversation (`#side-7`, `#side-new`) opens it, also when it is followed on the ticket's own page. */
function useSideInAddress(show: (id: number | null) => void): void {
  // The address changes before the page does: what is being left is not drawn anew for where somebody goes.
  const place = useLocation({ select: (location) => (aSide.test(location.hash) ? location : null) });
  const open = useEffectEvent(show);
  // By the place: the same link, followed again, opens it again.
  useEffect(() => {
    if (place) open(Number(aSide.exec(place.hash)?.[1]) || null);
  }, [place]);
}

const aSide = /^side-(\d+|new)$/;

/** A letter that did not arrive, to be written again for those whom it did not reach, with files of its own. */
async function onceMore(message: Message): Promise<ReturnedLetter> {
  const { attachments, in_reply_to } = await call(writeAgain, { message_id: message.id });
  const missed = new Set(message.delivery?.refused.map((one) => one.address.toLowerCase()));
  const of = (all: readonly Address[]) => all.filter((one) => missed.has(one.address.toLowerCase()));
  return {
    kind: 'reply',
    body_html: message.body_html ?? '',
    attachments,
    in_reply_to,
    to: of(message.to),
    cc: of(message.cc),
    bcc: of(message.bcc),
    from: message.from?.address ?? null,
  };
}

function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}

import { Button, Drawer } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SideConversation, seeSideConversation, settleSideConversation } from '#contract/side-conversations.ts';
import { settleBeforeLeaving } from '../api/before-leaving.ts';
import { call } from '../api/call.ts';
import { useSelf } from '../api/self.ts';
import { keepDraft, readDraft } from '../features/composer/draft-store.ts';
import { joinDrafts } from '../features/composer/join-drafts.ts';
import { SideComposer } from '../features/composer/side-composer.tsx';
import { asContent, type SideWords } from '../features/composer/side-words.ts';
import type { Message } from '../features/thread/message.ts';
import { SideLetters } from '../features/thread/side/side-letters.tsx';
import { SideRows } from '../features/thread/side/side-rows.tsx';
import { useSides } from '../features/thread/side/use-sides.ts';
import { dayTimeWithin } from '../i18n/time.ts';
import { useUnseenNews } from '../ui/bell/unseen-news.ts';
import { Icon } from '../ui/icon.tsx';
import { useKeys } from '../ui/keys.ts';
import { toastError } from '../ui/toast.tsx';
import c from './side-drawer.module.css';

/** What of the side conversations is shown: all of them, one, or a new one that may forward letters of the thread. */
export type SideView =
  | { readonly is: 'all' }
  | { readonly is: 'one'; readonly id: number }
  | { readonly is: 'new'; readonly forwarded: readonly Message[] };

type Props = {
  ticket: { id: number; title: string };
  /** Of the customer and ours: what may be forwarded. */
  letters: readonly Message[];
  mayWrite: boolean;
  view: SideView;
  show: (view: SideView | null) => void;
};

/** Letters to third parties, beside the thread. On a phone they take its place. */
export default function SideDrawer({ ticket, letters, mayWrite, view, show }: Props) {
  const { t } = useTranslation();
  const { user } = useSelf();
  const navigate = useNavigate();
  const sides = useSides(ticket.id);
  /** Counts what came back to be written on, so that the composer begins with it. */
  const [round, startRound] = useState(0);
  const open = view.is === 'one' ? sides.find((one) => one.id === view.id) : undefined;
  const isForward = view.is === 'new' && view.forwarded.length > 0;
  // The letter that was sent took the focus along: Escape means what is left.
  useKeys([{ key: 'Escape', run: () => void (document.activeElement === document.body && show(null)) }], {
    inDialogs: true,
  });
  const takenBack = (from: SideView) => async (words: SideWords, sideId: number | null) => {
    // What has been begun there since goes along, below it.
    await settleBeforeLeaving();
    const place = { user: user.id, ticket: ticket.id, kind: 'side', side: sideId ?? 0 } as const;
    const since = readDraft(place);
    // As what was typed here just now, which the server has not got.
    keepDraft(place, {
      ...joinDrafts(asContent(words), since),
      ...{ savedAt: Date.now(), version: since?.version ?? 0, isKept: false },
    });
    startRound((old) => old + 1);
    show(sideId === null ? (from.is === 'new' ? from : { is: 'new', forwarded: [] }) : { is: 'one', id: sideId });
    // Whoever takes it back writes on where it was written.
    if (!location.pathname.endsWith(`/tickets/${ticket.id}`))
      await navigate({
        ...{ to: '/tickets/$id', params: { id: ticket.id }, search: true },
        hash: `side-${sideId ?? 'new'}`,
      });
  };
  return (
    <Drawer
      opened
      onClose={() => show(null)}
      position="right"
      size={480}
      withOverlay={false}
      lockScroll={false}
      trapFocus={false}
      // In a text it leaves the text, or closes what stands above it.
      closeOnEscape={false}
      onKeyDown={(event) => {
        const isInText = event.target instanceof Element && event.target.closest('[contenteditable]') !== null;
        if (event.key === 'Escape' && !isInText) show(null);
      }}
      padding={0}
      title={t(isForward ? 'side.forward' : view.is === 'new' ? 'side.new' : 'side.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ content: c.content ?? '', header: c.header ?? '', body: c.body ?? '' }}
    >
      {view.is !== 'all' && sides.length > 0 && (
        <Button
          className={c.back}
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<Icon of={IconArrowLeft} size={14} />}
          onClick={() => show({ is: 'all' })}
        >
          {t('side.all', { count: sides.length })}
        </Button>
      )}
      {view.is === 'all' && (
        <div className={c.all}>
          <SideRows sides={sides} onOpen={(id) => show({ is: 'one', id })} />
          {mayWrite && (
            <Button variant="default" onClick={() => show({ is: 'new', forwarded: [] })}>
              {t('side.new')}
            </Button>
          )}
        </div>
      )}
      {open && <SideHead ticketId={ticket.id} side={open} mayWrite={mayWrite} />}
      {open && <SideLetters side={open} me={user.id} />}
      {open && mayWrite && (
        <SideComposer
          key={`${open.id}-${round}`}
          ticketId={ticket.id}
          side={open}
          subject={open.subject}
          forwards={[]}
          letters={[]}
          onSent={() => {}}
          onTakenBack={takenBack(view)}
        />
      )}
      {view.is === 'new' && mayWrite && (
        <SideComposer
          key={`new-${view.forwarded.map((one) => one.id).join()}-${round}`}
          ticketId={ticket.id}
          side={null}
          subject={isForward ? `Fwd: ${view.forwarded[0]?.subject || ticket.title}` : ''}
          forwards={view.forwarded.map((one) => one.id)}
          letters={letters.map((one) => ({
            id: one.id,
            author: one.author.name || (one.from?.address ?? ''),
            time: dayTimeWithin(one.added),
            attachments: one.attachments,
          }))}
          onSent={(id) => show({ is: 'one', id })}
          onTakenBack={takenBack(view)}
        />
      )}
    </Drawer>
  );
}

function SideHead({ ticketId, side, mayWrite }: { ticketId: number; side: SideConversation; mayWrite: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const refetch = () => client.invalidateQueries({ queryKey: ['side-conversations'] });
  const settle = useMutation({
    mutationFn: () =>
      call(settleSideConversation, { side_id: side.id, state: side.state === 'open' ? 'done' : 'open' }),
    onSuccess: refetch,
    onError: (error) => toastError(t('side.not_settled'), error),
  });
  const { id, is_unseen: isUnseen } = side;
  // A colleague may have seen it already, and a letter of ours that did not arrive is news too.
  const news = useUnseenNews(ticketId);
  useEffect(() => {
    if (isUnseen === 1 || news !== null) void call(seeSideConversation, { side_id: id }).catch(() => {});
  }, [id, isUnseen, news]);
  return (
    <div className={c.head}>
      <div>
        <b>{side.subject}</b>
        <small>
          {side.partners.map((one) => (one.name ? `${one.name} <${one.address}>` : one.address)).join(', ')}
        </small>
      </div>
      {mayWrite && (
        <Button size="compact-sm" variant="default" loading={settle.isPending} onClick={() => settle.mutate()}>
          {t(side.state === 'open' ? 'side.mark_done' : 'side.reopen')}
        </Button>
      )}
    </div>
  );
}

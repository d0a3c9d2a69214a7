import { UnstyledButton } from '@mantine/core';
import { IconCalendarTime, IconClock, IconHandStop } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  changeSendTime,
  discardWaiting,
  draftsOfTicket,
  sendWaitingNow,
  type WaitingLetter,
} from '#contract/drafts.ts';
import { messages } from '#contract/messages.ts';
import { call, callQuery } from '../../api/call.ts';
import { dayTimeWithin, toWire } from '../../i18n/time.ts';
import { confirm } from '../../ui/confirm.tsx';
import { type Glyph, Icon } from '../../ui/icon.tsx';
import { SendLaterPart } from '../../ui/snooze/send-later-part.ts';
import { toastError } from '../../ui/toast.tsx';
import { useCountdown } from '../../ui/use-countdown.ts';
import { offerWayBack } from '../../ui/ways-back.ts';
import { WhenOpened } from '../../ui/when-opened.tsx';
import c from './delivery-line.module.css';
import { secondsStillLeft } from './outgoing.ts';

export type WaitingActions = {
  /** Back into the composer. */
  takeBack: (clientId: string) => void;
  takeOver: (draftId: number) => void;
  /** By whose clock a time may be chosen as well. */
  customerId: number | null;
};

/** A letter that has not left: until when it can be taken back, when it leaves, or why it is held. */
export function WaitingLine(the: { of: WaitingLetter; ticketId: number; isMine: boolean } & WaitingActions) {
  const { of, ticketId, isMine, takeBack, takeOver, customerId } = the;
  const { t } = useTranslation();
  const [left, count] = useCountdown();
  const client = useQueryClient();
  const { seconds_left } = of;
  useEffect(() => {
    const { queryKey } = callQuery(draftsOfTicket, { ticket_id: ticketId });
    const still = secondsStillLeft(seconds_left, client.getQueryState(queryKey)?.dataUpdatedAt);
    if (still > 0) count(still);
  }, [seconds_left, count, client, ticketId]);
  const [isChoosing, choose] = useState(false);
  const now = useSending(ticketId, of.client_id);
  const mayStop = isMine && of.why === 'undo' && of.state === 'waiting' && left > 0;
  const stop = useEffectEvent(() => takeBack(of.client_id));
  useEffect(() => (mayStop ? offerWayBack(() => stop()) : undefined), [mayStop]);
  if (of.why === 'undo' && of.state === 'waiting') {
    return (
      <Line icon={IconClock} look="calm">
        {left > 0 ? t('writing.waiting.sending_in', { count: left }) : t('thread.delivery.sending')}
        {mayStop && (
          <UnstyledButton data-thumb onClick={() => takeBack(of.client_id)}>
            {t('writing.waiting.undo')}
          </UnstyledButton>
        )}
      </Line>
    );
  }
  const discard = async () => {
    const words = { title: t('writing.waiting.discard_title'), text: t('writing.waiting.discard_text') };
    if (await confirm({ ...words, action: t('writing.waiting.discard'), danger: true })) now.discard.mutate();
  };
  const changeTime = (
    <UnstyledButton data-thumb disabled={now.isPending} aria-expanded={isChoosing} onClick={() => choose(!isChoosing)}>
      {t('writing.waiting.change_time')}
    </UnstyledButton>
  );
  const isHeld = of.state === 'held';
  const reason = t(`errors.${of.held_key}` as 'errors.internal', { defaultValue: of.held_key ?? '' });
  const known = {
    customer_wrote: 'held_customer',
    answered_meanwhile: 'held_colleague',
    ticket_in_trash: 'held_trash',
    writer_left: 'held_left',
  } as const;
  const why = known[of.held_key as keyof typeof known];
  const held = why ? t(`writing.waiting.${why}`) : t('writing.waiting.held', { reason });
  const words = isHeld ? held : t(`writing.waiting.at.${of.then_state}`, { time: dayTimeWithin(of.send_at) });
  return (
    <Line icon={isHeld ? IconHandStop : IconCalendarTime} look={isHeld ? 'slow' : 'calm'}>
      {words}
      {isMine ? (
        <>
          <UnstyledButton data-thumb disabled={now.isPending} onClick={() => now.send.mutate()}>
            {t(isHeld ? 'writing.waiting.send_anyway' : 'writing.waiting.send_now')}
          </UnstyledButton>
          {!isHeld && (
            <WhenOpened opened={isChoosing} button={changeTime}>
              <SendLaterPart
                opened={isChoosing}
                setOpened={choose}
                whom={customerId}
                onChoose={(at) => now.change.mutate(at)}
              >
                {changeTime}
              </SendLaterPart>
            </WhenOpened>
          )}
          <UnstyledButton data-thumb onClick={() => takeBack(of.client_id)}>
            {t('writing.waiting.edit')}
          </UnstyledButton>
          <UnstyledButton data-thumb onClick={() => void discard()}>
            {t('writing.waiting.discard')}
          </UnstyledButton>
        </>
      ) : (
        <UnstyledButton data-thumb onClick={() => takeOver(of.id)}>
          {t('writing.waiting.take_over')}
        </UnstyledButton>
      )}
    </Line>
  );
}

function Line({ icon, look, children }: { icon: Glyph; look: 'calm' | 'slow'; children: ReactNode }) {
  return (
    <div className={c.state} data-look={look} data-waiting>
      <Icon of={icon} size={16} />
      {children}
    </div>
  );
}

function useSending(ticketId: number, clientId: string) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [messages.name] }),
      client.invalidateQueries({ queryKey: ['drafts'] }),
    ]);
  const key = { ticket_id: ticketId, client_id: clientId };
  const send = useMutation({
    mutationFn: () => call(sendWaitingNow, key),
    onError: (error) => toastError(t('writing.waiting.not_sent'), error),
    onSettled,
  });
  const discard = useMutation({
    mutationFn: () => call(discardWaiting, key),
    onError: (error) => toastError(t('writing.waiting.not_discarded'), error),
    onSettled,
  });
  const change = useMutation({
    mutationFn: (at: Date) => call(changeSendTime, { ...key, send_at: toWire(at) }),
    onError: (error) => toastError(t('writing.waiting.not_changed'), error),
    onSettled,
  });
  return { send, discard, change, isPending: send.isPending || discard.isPending || change.isPending };
}

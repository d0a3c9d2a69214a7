import { UnstyledButton } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconClock } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Delivery, messages } from '#contract/messages.ts';
import { retryDelivery } from '#contract/ticket-writing.ts';
import { call } from '../../api/call.ts';
import { dayTimeWithin, formatTime, readTime } from '../../i18n/time.ts';
import { type Glyph, Icon } from '../../ui/icon.tsx';
import { toastError } from '../../ui/toast.tsx';
import c from './delivery-line.module.css';
import { useLetterActions } from './letter-actions.ts';
import type { Message } from './message.ts';
import { whyNotDelivered } from './why-not-delivered.ts';

type Props = { message: Message; delivery: NonNullable<Delivery> };

/** What became of a letter of ours: a clock, a tick, or the reason in red, and ways to try again. */
export function DeliveryLine({ message, delivery }: Props) {
  const { t } = useTranslation();
  const again = useRetry(message.id);
  const actions = useLetterActions();
  const tryAgain = (words: string) => (
    <UnstyledButton data-thumb onClick={() => again.mutate()} disabled={again.isPending}>
      {words}
    </UnstyledButton>
  );
  const retry = (
    <>
      {tryAgain(t('thread.delivery.again'))}
      {actions && message.kind === 'outbound' && message.channel === 'mail' && (
        <UnstyledButton data-thumb onClick={() => actions.writeAgain(message)}>
          {t('thread.delivery.to_another_address')}
        </UnstyledButton>
      )}
    </>
  );
  const why = whyNotDelivered(delivery);
  if (delivery.state === 'failed') {
    // Of several recipients each has a reason of their own, which stands beside them.
    const reason = delivery.refused.length > 1 ? null : why;
    return (
      <Line look="bad" icon={IconAlertCircle} delivery={delivery}>
        {reason ? t('thread.delivery.failed', { reason }) : t('thread.delivery.failed_plain')}
        {retry}
      </Line>
    );
  }
  if (delivery.state === 'sent') {
    return (
      <Line look={delivery.refused.length > 0 ? 'slow' : 'good'} icon={IconCheck} delivery={delivery}>
        {t('thread.delivery.sent', { time: delivery.sent_at ? formatTime(readTime(delivery.sent_at)) : '' })}
        {delivery.refused.length > 0 && retry}
      </Line>
    );
  }
  if (why && delivery.next_try_at) {
    return (
      <Line look="slow" icon={IconClock} delivery={delivery}>
        {t('thread.delivery.retrying', { reason: why, time: dayTimeWithin(delivery.next_try_at) })}
        {tryAgain(t('thread.outgoing.now'))}
      </Line>
    );
  }
  return (
    <Line look="calm" icon={IconClock} delivery={delivery}>
      {t('thread.delivery.sending')}
    </Line>
  );
}

type LineProps = {
  look: 'calm' | 'good' | 'slow' | 'bad';
  icon: Glyph;
  delivery: NonNullable<Delivery>;
  children: React.ReactNode;
};

function Line({ look, icon, delivery, children }: LineProps) {
  const { t } = useTranslation();
  const { refused } = delivery;
  // One recipient, one reason: it stands in the line already.
  const isSaid = refused.length === 1 && refused[0]?.reason === delivery.error;
  return (
    <div className={c.state} data-look={look} role="status">
      <Icon of={icon} size={16} />
      {children}
      {refused.length > 0 && !isSaid && (
        <ul className={c.refused}>
          {refused.map((one) => (
            <li key={one.address}>{t('thread.delivery.refused', one)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function useRetry(messageId: number) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(retryDelivery, { message_id: messageId }),
    onError: (error) => toastError(t('thread.delivery.again_failed'), error),
    onSettled: () => client.invalidateQueries({ queryKey: [messages.name] }),
  });
}

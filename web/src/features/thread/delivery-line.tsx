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

/** What became of a letter of ours: a clock, a tick, or the reason in red and a way to try again. */
export function DeliveryLine({ messageId, delivery }: { messageId: number; delivery: NonNullable<Delivery> }) {
  const { t } = useTranslation();
  const again = useRetry(messageId);
  const retry = (
    <UnstyledButton data-thumb onClick={() => again.mutate()} disabled={again.isPending}>
      {t('thread.delivery.again')}
    </UnstyledButton>
  );
  if (delivery.state === 'failed') {
    // Of several recipients each has a reason of their own, which stands beside them.
    const reason = delivery.refused.length > 1 ? null : delivery.error;
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
  if (delivery.error && delivery.next_try_at) {
    return (
      <Line look="slow" icon={IconClock} delivery={delivery}>
        {t('thread.delivery.retrying', { reason: delivery.error, time: dayTimeWithin(delivery.next_try_at) })}
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

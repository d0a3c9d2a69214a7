import { IconCheck, IconChecks, IconHandStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readChat } from '#contract/chats.ts';
import { callQuery } from '../../api/call.ts';
import { Icon } from '../../ui/icon.tsx';
import c from './delivery-line.module.css';

/** Of an answer in a chat: it stands there, or its visitor has read it. */
export function ChatReadLine({ ticketId, messageId }: { ticketId: number; messageId: number }) {
  const { t } = useTranslation();
  const { data } = useQuery(callQuery(readChat, { ticket_id: ticketId }));
  if (!data?.chat) return null;
  const isRead = messageId <= data.chat.visitor_read_to;
  if (!isRead && data.chat.is_closed)
    return (
      <div className={c.state} data-look="slow">
        <Icon of={IconHandStop} size={16} />
        {t('thread.delivery.chat_closed')}
      </div>
    );
  return (
    <div className={c.state} data-look={isRead ? 'good' : 'calm'}>
      <Icon of={isRead ? IconChecks : IconCheck} size={16} />
      {t(isRead ? 'thread.delivery.read' : 'thread.delivery.in_chat')}
    </div>
  );
}

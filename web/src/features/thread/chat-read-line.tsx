import { IconCheck, IconChecks, IconHandStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ChatFacts, readChat } from '#contract/chats.ts';
import { callQuery } from '../../api/call.ts';
import { Icon } from '../../ui/icon.tsx';
import c from './delivery-line.module.css';
import type { Message } from './message.ts';

type ChatAnswer = Pick<Message, 'id' | 'ticket_id' | 'origin_ticket_id'>;

/** Of an answer in a chat: it stands there, or its visitor has read it. What another visitor has read, in a chat that is merged with it, says nothing. */
export function ChatReadLine({ message: { id, ticket_id, origin_ticket_id } }: { message: ChatAnswer }) {
  const { t } = useTranslation();
  const { data } = useQuery(callQuery(readChat, { ticket_id }));
  // What an earlier Parley answered, and a browser kept, has none.
  const chats: ChatFacts['chats'] | undefined = data?.chat?.chats;
  const chat = chats?.find((one) => one.ticket_id === origin_ticket_id);
  if (!chat) return null;
  const isRead = id <= chat.visitor_read_to;
  if (!isRead && chat.is_closed)
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

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ticketRelations } from '#contract/ticket-links.ts';
import { callQuery } from '../../api/call.ts';
import c from './letter.module.css';
import type { Message } from './message.ts';

/** Which ticket a message came from, where that was merged into this one. */
export function FromTicket({ message }: { message: Message }) {
  const { t } = useTranslation();
  const { data } = useQuery(callQuery(ticketRelations, { ticket_id: message.ticket_id }));
  const number = data?.merges.find((one) => one.ticket.id === message.origin_ticket_id)?.ticket.case_number;
  return number ? <span className={c.to}>{t('thread.from_ticket', { number })}</span> : null;
}

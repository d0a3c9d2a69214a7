import { useTranslation } from 'react-i18next';
import type { Ticket } from '../ticket-queries.ts';
import { daysLeft } from './days-left.ts';

/** In a row of the trash: how many days are left. */
export function Leaves({ ticket }: { ticket: Pick<Ticket, 'deleted_at'> }) {
  const { t } = useTranslation();
  if (ticket.deleted_at === null) return null;
  const count = daysLeft(ticket.deleted_at);
  const said = count === 0 ? t('tickets.trash.leaves_today') : t('tickets.trash.leaves', { count });
  return (
    <span title={said}>
      <span className="sr">{said}</span>
      <span aria-hidden>{t('tickets.trash.days', { count })}</span>
    </span>
  );
}

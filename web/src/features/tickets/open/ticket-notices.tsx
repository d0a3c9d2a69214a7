import { UnstyledButton } from '@mantine/core';
import { IconArrowMerge, IconBan, IconClockPause, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { customerCard } from '#contract/customers.ts';
import { callQuery } from '../../../api/call.ts';
import { useMay } from '../../../api/self.ts';
import { aheadWithin } from '../../../i18n/time.ts';
import { type Glyph, Icon } from '../../../ui/icon.tsx';
import { WhyNot } from '../../../ui/why-not.tsx';
import { isPutAway } from '../actions/toolbar-actions.ts';
import type { TicketActions } from '../actions/use-ticket-actions.ts';
import type { Ticket } from '../ticket-queries.ts';
import { daysLeft } from '../trash/days-left.ts';
import { purgeLater } from '../trash/purge-later.ts';
import c from './ticket-notices.module.css';

/** What one should know before reading: where it may belong, and that it is not in the queue. */
export function TicketNotices(props: { ticket: Ticket; does: TicketActions; onMerge: (withId: number) => void }) {
  const { ticket, does, onMerge } = props;
  const { t } = useTranslation();
  const mayMerge = useMay('tickets.merge', ticket.company_id);
  const mayRestore = useMay('tickets.restore', ticket.company_id);
  const mayUpdate = useMay('tickets.update', ticket.company_id);
  const mayPurge = useMay('tickets.purge', ticket.company_id);
  const client = useQueryClient();
  const navigate = useNavigate();
  const goForGood = () =>
    purgeLater(client, [ticket.id], () => navigate({ to: '/tickets', search: { view: 'trash' } }));
  const { looks_like } = ticket;
  const whyNotMerge = mayMerge ? (isPutAway(ticket) ? t('tickets.not_put_away') : undefined) : t('why_not.role');
  const mergedFrom = useLocation({ select: ({ state }) => state.mergedFrom });
  return (
    <>
      {looks_like && (
        <Notice icon={IconArrowMerge}>
          <span>
            <Trans
              i18nKey="writing.ticket.looks_like"
              values={{ number: looks_like.case_number, title: looks_like.title }}
              components={{ a: <Link to="/tickets/$id" params={{ id: looks_like.id }} search={{}} /> }}
            />
            <small>{t('writing.ticket.looks_like_why')}</small>
          </span>
          <WhyNot reason={whyNotMerge}>
            <UnstyledButton onClick={() => onMerge(looks_like.id)}>{t('tickets.act.merge')}</UnstyledButton>
          </WhyNot>
        </Notice>
      )}
      {mergedFrom && (
        <Notice icon={IconArrowMerge}>
          {t('writing.ticket.merged_into', { number: mergedFrom, survivor: ticket.case_number })}
        </Notice>
      )}
      {ticket.view_type === 'snoozed' && <Snoozed ticket={ticket} does={does} />}
      {ticket.is_spam === 1 && (
        <Notice icon={IconBan}>
          <span>{t('writing.ticket.is_spam')}</span>
          <WhyNot reason={mayUpdate ? undefined : t('why_not.role')}>
            <UnstyledButton onClick={() => void does.notSpam([ticket], true)}>
              {t('tickets.act.notSpam')}
            </UnstyledButton>
          </WhyNot>
          {mayUpdate && <OrUnblock ticket={ticket} does={does} />}
        </Notice>
      )}
      {ticket.is_deleted === 1 && (
        <Notice icon={IconTrash}>
          <span>
            {t('writing.ticket.in_trash')}
            {ticket.deleted_at && <small>{leaves(t, ticket.deleted_at)}</small>}
          </span>
          <WhyNot reason={mayRestore ? undefined : t('why_not.role')}>
            <UnstyledButton onClick={() => void does.restore([ticket])}>{t('tickets.act.restore')}</UnstyledButton>
          </WhyNot>
          <WhyNot reason={mayPurge ? undefined : t('why_not.role')}>
            <UnstyledButton onClick={() => void goForGood()}>{t('tickets.trash.purge')}</UnstyledButton>
          </WhyNot>
        </Notice>
      )}
    </>
  );
}

/** As long as its sender is blocked, what they write next is spam again. */
function OrUnblock({ ticket, does }: { ticket: Ticket; does: TicketActions }) {
  const { t } = useTranslation();
  const { data: card } = useQuery(callQuery(customerCard, { id: ticket.customer_id }));
  if (!card?.is_blocked || !card.can.update) return null;
  return (
    <UnstyledButton onClick={() => void does.notSpamAndUnblock(ticket)}>
      {t('tickets.act.notSpamAndUnblock')}
    </UnstyledButton>
  );
}

function leaves(t: TFunction, deletedAt: string): string {
  const count = daysLeft(deletedAt);
  return count === 0 ? t('tickets.trash.leaves_today') : t('tickets.trash.leaves', { count });
}

/** Until when, by whom and why; what is not known yet, because it was done this moment, is left out. */
function Snoozed({ ticket, does }: { ticket: Ticket; does: TicketActions }) {
  const { t } = useTranslation();
  const mayUpdate = useMay('tickets.update', ticket.company_id);
  const { snooze, snoozed_until } = ticket;
  const until = snoozed_until ? aheadWithin(snoozed_until) : '';
  return (
    <Notice icon={IconClockPause}>
      <span>
        {snooze ? t('writing.ticket.snoozed_by', { until, who: snooze.by }) : t('writing.ticket.snoozed', { until })}
        {snooze?.reason && <small>{snooze.reason}</small>}
        {snooze?.wake_on_reply === 0 && <small>{t('writing.ticket.sleeps_on')}</small>}
      </span>
      <WhyNot reason={mayUpdate ? undefined : t('why_not.role')}>
        <UnstyledButton onClick={() => void does.wake([ticket])}>{t('tickets.act.wake')}</UnstyledButton>
      </WhyNot>
    </Notice>
  );
}

function Notice({ icon, children }: { icon: Glyph; children: ReactNode }) {
  return (
    <div className={c.notice} role="note">
      <Icon of={icon} size={16} />
      {children}
    </div>
  );
}

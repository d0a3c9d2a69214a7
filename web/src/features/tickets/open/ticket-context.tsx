import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { customers } from '#contract/customers.ts';
import { lazyPart } from '../../../api/fetch-part.ts';
import { rowQuery } from '../../../api/rows.ts';
import { useSelf } from '../../../api/self.ts';
import { learnLater } from '../../../i18n/language.ts';
import { dayTimeWithin, formatDate, formatDay, formatDayTime, readTime } from '../../../i18n/time.ts';
import { Face } from '../../../ui/face.tsx';
import known from '../../../ui/known-part.module.css';
import { customerNameOf, type Ticket } from '../ticket-queries.ts';
import { WaitingFuse } from '../waiting-fuse.tsx';
import { assignmentQuery, mailboxQuery, otherTicketsQuery } from './context-queries.ts';
import { OwnLinks } from './own-links.tsx';
import c from './ticket-context.module.css';
import { TicketLabel, TicketTags } from './ticket-tags.tsx';

const TicketRelations = lazyPart(async () => {
  const [file] = await Promise.all([import('./ticket-relations.tsx'), learnLater('merge')]);
  return { default: file.TicketRelations };
});

const ChatFacts = lazyPart(async () => {
  const [file] = await Promise.all([import('./chat-facts.tsx'), learnLater('chat_facts')]);
  return { default: file.ChatFacts };
});

const TeamClosed = lazyPart(async () => {
  const [file] = await Promise.all([import('./team-closed.tsx'), learnLater('calendar')]);
  return file;
});

/**
 * Who this is and what else they wrote about, and the facts of the ticket. The conversation comes first: what no key of the
 * ticket's page needs is drawn as soon as that is on the screen, and not at all for somebody who has gone on by then.
 */
export function TicketContext({
  ticket,
  hasChat,
  customer,
  menu,
  beside,
}: {
  ticket: Ticket;
  /** It is one, or one was merged into it. */
  hasChat: boolean;
  customer: ReactNode;
  /** What is done to the customer as a whole. */
  menu: ReactNode;
  beside: ReactNode;
}) {
  const isShown = useDeferredValue(true, false);
  return (
    <>
      <CustomerCard ticket={ticket} menu={isShown && menu} />
      {hasChat && (
        <Suspense>
          <ChatFacts ticketId={ticket.id} />
        </Suspense>
      )}
      <Facts ticket={ticket} />
      <TicketTags ticket={ticket} />
      {isShown && (
        <>
          <OwnLinks ticket={ticket} />
          {beside}
          {customer}
          <Suspense>
            <TicketRelations ticket={ticket} />
          </Suspense>
          <OtherTickets ticket={ticket} />
        </>
      )}
    </>
  );
}

/** In brief: their own card follows with all that is known. */
function CustomerCard({ ticket, menu }: { ticket: Ticket; menu: ReactNode }) {
  const { t } = useTranslation();
  const { data } = useQuery(rowQuery(customers, ticket.customer_id, ['id', 'added']));
  const name = customerNameOf(ticket) || t('tickets.no_name');
  return (
    <section className={known.part}>
      <h2>{t('tickets.context.customer')}</h2>
      <div className={c.person}>
        <Face name={name} size={36} />
        <div>
          <b>
            <Link to="/customer/$customerId" params={{ customerId: ticket.customer_id }} className={c.name} data-thumb>
              {name}
            </Link>
          </b>
          {data && <small>{t('tickets.context.customer_since', { day: formatDate(readTime(data.added)) })}</small>}
        </div>
        {menu}
      </div>
    </section>
  );
}

function Facts({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { data: mailbox } = useQuery({ ...mailboxQuery(ticket.mailbox_id ?? 0), enabled: ticket.mailbox_id !== null });
  const { companies } = useSelf();
  const company = companies.length > 1 && companies.find((one) => one.id === ticket.company_id);
  const state = ticket.view_type || 'open';
  return (
    <section className={known.part}>
      <h2>{t('tickets.context.ticket')}</h2>
      <dl className={c.facts}>
        <Fact name={t('tickets.context.state')}>{t(`tickets.state.${state}`)}</Fact>
        {ticket.waiting_since && (
          <Fact name={t('tickets.context.waiting')}>
            <span className={c.fuse}>
              <WaitingFuse since={ticket.waiting_since} />
            </span>
          </Fact>
        )}
        <Fact name={t('labels.title')}>
          <TicketLabel ticket={ticket} />
        </Fact>
        {company && <Fact name={t('tickets.filter.company')}>{company.company_name}</Fact>}
        <Fact name={t('tickets.context.product')}>{ticket.product.name}</Fact>
        {mailbox && <Fact name={t('tickets.context.mailbox')}>{mailbox.from_email}</Fact>}
        <Fact name={t('tickets.context.assignee')}>{ticket.users.name ?? t('tickets.ticket.unassigned')}</Fact>
        {ticket.team.name && <Fact name={t('tickets.context.team')}>{ticket.team.name}</Fact>}
        <Fact name={t('tickets.context.opened')}>{formatDayTime(ticket.added)}</Fact>
        <Fact name={t('tickets.context.updated')}>{formatDayTime(ticket.updated)}</Fact>
      </dl>
      <WhyAssigned ticket={ticket} />
    </section>
  );
}

/** Why it is whose it is, in the words of its thread; or since when it waits for somebody. */
function WhyAssigned({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const isAnybodys = ticket.assignee_id !== null || ticket.team_id !== null;
  const { data } = useQuery({ ...assignmentQuery(ticket.id), enabled: isAnybodys });
  if (!data || !isAnybodys) return null;
  const { assignment, queued_at } = data;
  return (
    <>
      {assignment && (
        <p className={c.quiet}>
          {t(`thread.event.${assignment.key}` as 'thread.event.took', {
            ...assignment.values,
            who: assignment.who || t('thread.event.system'),
          })}
          {' · '}
          {dayTimeWithin(assignment.at)}
        </p>
      )}
      {queued_at && <p className={c.quiet}>{t('tickets.context.queued', { time: dayTimeWithin(queued_at) })}</p>}
      {queued_at && ticket.team_id !== null && (
        <Suspense>
          <TeamClosed teamId={ticket.team_id} companyId={ticket.company_id} />
        </Suspense>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={c.fact}>
      <dt>{name}</dt>
      <dd title={typeof children === 'string' ? children : undefined}>{children}</dd>
    </div>
  );
}

function OtherTickets({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { data } = useQuery(otherTicketsQuery(ticket));
  if (!data) return null;
  const others = data.rows;
  return (
    <section className={known.part}>
      <h2>
        {t('tickets.context.other')}
        {others.length > 0 && <span>{data.total}</span>}
      </h2>
      {others.length === 0 && <p className={c.quiet}>{t('tickets.context.no_other')}</p>}
      <ul className={c.others}>
        {others.map((one) => (
          <li key={one.id}>
            <Link to="/tickets/$id" params={{ id: one.id }} search={{}} className={c.other}>
              <span>{one.title}</span>
              <small>{formatDay(one.updated)}</small>
              <small>{t(`tickets.state.${one.view_type || 'open'}`)}</small>
            </Link>
          </li>
        ))}
      </ul>
      {data.total > others.length && (
        <Link className={c.all} to="/customer/$customerId" params={{ customerId: ticket.customer_id }} data-thumb>
          {t('tickets.context.all_other')}
        </Link>
      )}
    </section>
  );
}

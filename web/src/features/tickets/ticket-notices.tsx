import { UnstyledButton } from '@mantine/core';
import { IconArrowMerge, IconBan, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useMay } from '../../api/self.ts';
import { type Glyph, Icon } from '../../ui/icon.tsx';
import { WhyNot } from '../../ui/why-not.tsx';
import c from './ticket-notices.module.css';
import type { Ticket } from './ticket-queries.ts';
import type { TicketActions } from './use-ticket-actions.ts';

/** What one should know before reading: where it may belong, and that it is not in the queue. */
export function TicketNotices({ ticket, does }: { ticket: Ticket; does: TicketActions }) {
  const { t } = useTranslation();
  const mayRestore = useMay('tickets.restore', ticket.company_id);
  const { looks_like } = ticket;
  return (
    <>
      {looks_like && (
        <Notice icon={IconArrowMerge}>
          <span>
            <Trans
              i18nKey="tickets.ticket.looks_like"
              values={{ number: looks_like.case_number, title: looks_like.title }}
              components={{ a: <Link to="/tickets/$id" params={{ id: looks_like.id }} search={{}} /> }}
            />
            <small>{t('tickets.ticket.looks_like_why')}</small>
          </span>
        </Notice>
      )}
      {ticket.is_spam === 1 && <Notice icon={IconBan}>{t('tickets.ticket.is_spam')}</Notice>}
      {ticket.is_deleted === 1 && (
        <Notice icon={IconTrash}>
          <span>{t('tickets.ticket.in_trash')}</span>
          <WhyNot reason={mayRestore ? undefined : t('why_not.role')}>
            <UnstyledButton onClick={() => void does.restore([ticket])}>{t('tickets.act.restore')}</UnstyledButton>
          </WhyNot>
        </Notice>
      )}
    </>
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

import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mailboxes } from '#contract/mailboxes.ts';
import { allRowsQuery } from '../../api/all-rows.ts';
import { useMay } from '../../api/self.ts';
import { ButtonLink } from '../../ui/link-parts.tsx';
import { MailboxHealth } from '../../ui/mailbox-health.tsx';
import c from './mailbox-form.module.css';

/** The mailboxes of the products a team works on. `/teams/4/edit#mailbox-7` leads to one of them. */
export function TeamMailboxes({ teamId, companyId }: { teamId: number; companyId: number }) {
  const { t } = useTranslation();
  const mayRead = useMay('mailboxes.get', companyId);
  const hash = useLocation({ select: (location) => location.hash });
  const found = useQuery({
    ...allRowsQuery(mailboxes, {
      fields: [
        ...(['id', 'from_email', 'health_state', 'health_key', 'health_since'] as const),
        ...(['send_error_key', 'copy_error_key', 'team_id'] as const),
      ],
      conditions: [
        ['company_id', '=', companyId],
        ['team_id', '=', teamId],
        ['is_deleted', '=', 0],
      ],
      sort: [['from_email', 'asc']],
    }),
    enabled: mayRead,
  });
  if (!found.data?.rows.length) return null;
  const show = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' });
  return (
    <section className={c.team} aria-label={t('mailbox.of_team.title')}>
      <h2>{t('mailbox.of_team.title')}</h2>
      <ul>
        {found.data.rows.map((row) => {
          const isMeant = hash === `mailbox-${row.id}`;
          return (
            <li key={row.id} id={`mailbox-${row.id}`} data-on={isMeant || undefined} ref={isMeant ? show : undefined}>
              <span>
                <b>{row.from_email}</b>
                <MailboxHealth of={row} />
              </span>
              <ButtonLink
                size="xs"
                variant="default"
                to="/mailboxes/$id/edit"
                params={{ id: row.id }}
                aria-label={t('mailbox.of_team.edit', { address: row.from_email })}
              >
                {t('common.edit')}
              </ButtonLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

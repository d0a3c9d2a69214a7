import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { hostOfLink, links, linksMax, openLinkPath } from '#contract/links.ts';
import { rowsQuery } from '../../../api/rows.ts';
import { useMay } from '../../../api/self.ts';
import { apiBase } from '../../../api/send.ts';
import { Icon } from '../../../ui/icon.tsx';
import known from '../../../ui/known-part.module.css';
import type { Ticket } from '../ticket-queries.ts';
import c from './own-links.module.css';

/** Where else the company looks. The address and its token are made when a link is followed; the page has neither. */
export function OwnLinks({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const may = useMay('links.get', ticket.company_id);
  // Asked once for a company, whatever ticket is opened next.
  const { data } = useQuery({ ...linksOf(ticket.company_id), enabled: may });
  const here = data?.rows.filter(({ product_ids: of }) => of.length === 0 || of.includes(ticket.product_id)) ?? [];
  if (here.length === 0) return null;
  return (
    <section className={known.part} aria-label={t('tickets.context.links')}>
      <h2>{t('tickets.context.links')}</h2>
      <ul className={c.links}>
        {here.map((one) => (
          <li key={one.id}>
            <a href={`${apiBase}${openLinkPath(one.id, ticket.id)}`} target="_blank" rel="noopener noreferrer">
              <span>{one.name}</span>
              <small>{hostOfLink(one.url)}</small>
              <Icon of={IconExternalLink} size={16} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const linksOf = (companyId: number) =>
  rowsQuery(links, {
    fields: ['id', 'name', 'url', 'product_ids'],
    conditions: [
      ['company_id', '=', companyId],
      ['is_deleted', '=', 0],
    ],
    sort: [['name', 'asc']],
    range: [0, linksMax],
  });

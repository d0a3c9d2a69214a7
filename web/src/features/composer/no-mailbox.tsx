import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { tickets } from '#contract/tickets.ts';
import { rowQuery } from '../../api/rows.ts';
import { useMay } from '../../api/self.ts';

/** What a product without a mailbox lacks, for whoever may connect one; for everybody else, who can. */
export default function NoMailbox(props: { companyId: number; productId: number; onLeave?: (() => void) | undefined }) {
  const { t } = useTranslation();
  if (!useMay('mailboxes.create', props.companyId)) return t('writing.ask_for_mailbox');
  return (
    <Link to="/mailboxes/add" search={{ product: props.productId }} onClick={props.onLeave}>
      {t('writing.connect_mailbox')}
    </Link>
  );
}

/** The same at a ticket, whose product it is that lacks one. */
export function NoMailboxOfTicket({ id }: { id: number }) {
  const { data } = useQuery(rowQuery(tickets, id, ['id', 'company_id', 'product_id']));
  return data && <NoMailbox companyId={data.company_id} productId={data.product_id} />;
}

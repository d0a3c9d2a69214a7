import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { mailboxes } from '#contract/mailboxes.ts';
import { rowQuery } from '../api/rows.ts';
import { Guarded } from '../features/access/guarded.tsx';
import { EntityViews } from '../features/entity/entity-views.tsx';
import { MailLog } from '../features/mail-log/mail-log.tsx';
import { Shell } from '../ui/shell.tsx';
import { NotThere } from './form-states.tsx';

const route = getRouteApi('/_desk/mailboxes/$id/log');

export function MailLogPage() {
  const { id } = route.useParams();
  const search = route.useSearch();
  const mailbox = useQuery(rowQuery(mailboxes, id));
  return (
    <Shell section="administration" views={<EntityViews on="mailboxes" />}>
      {mailbox.isError && !mailbox.data ? (
        <NotThere error={mailbox.error} entity="mailboxes" retry={() => void mailbox.refetch()} />
      ) : (
        <Guarded by="inbound-mails.get" {...(mailbox.data && { companyId: mailbox.data.company_id })}>
          <MailLog
            mailboxId={id}
            address={mailbox.data?.from_email ?? ''}
            companyId={mailbox.data?.company_id}
            search={search}
          />
        </Guarded>
      )}
    </Shell>
  );
}

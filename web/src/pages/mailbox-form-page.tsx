import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mailboxes } from '#contract/mailboxes.ts';
import { products } from '#contract/products.ts';
import { rowQuery, rowsQuery } from '../api/rows.ts';
import { mayDo, useSelf } from '../api/self.ts';
import { EntityViews } from '../features/entity/entity-views.tsx';
import { toProduct } from '../features/mailboxes/account-part.tsx';
import { MailboxAside } from '../features/mailboxes/mailbox-aside.tsx';
import { MailboxForm } from '../features/mailboxes/mailbox-form.tsx';
import { SetupHeader, useSetup } from '../features/setup/setup.tsx';
import { ButtonLink } from '../ui/link-parts.tsx';
import { firstOf } from '../ui/offered/reference.ts';
import { onlyOne } from '../ui/only-one.ts';
import { Problem } from '../ui/problem.tsx';
import { Shell } from '../ui/shell.tsx';
import { useIsStillHere } from '../ui/use-is-still-here.ts';
import { FormSkeleton, NoProduct, NotThere, SetupLater } from './form-states.tsx';

const productChoices = rowsQuery(products, firstOf(toProduct, null));

/** `/mailboxes/add`. In the first run it leads to the tickets, where the first letter will appear. */
export function MailboxAddPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isStillHere = useIsStillHere();
  const choices = useQuery(productChoices);
  const { product } = useSearch({ from: '/_desk/mailboxes/add' });
  const isSetup = useSetup('mailboxes') !== null;
  const goOn = async (id: number) => {
    if (!isStillHere()) return;
    await navigate(isSetup ? { to: '/tickets' } : { to: '/mailboxes/$id/edit', params: { id } });
  };
  return (
    <Frame>
      {!choices.data ? (
        <Waiting error={choices.error} retry={() => void choices.refetch()} />
      ) : choices.data.rows.length === 0 ? (
        <NoProduct />
      ) : (
        <MailboxForm
          row={null}
          product={product ?? onlyOne(choices.data.rows)?.id}
          onCreated={goOn}
          {...(isSetup
            ? { header: <SetupHeader step="mailboxes" />, saveLabel: t('setup.finish'), extra: <ChatInstead /> }
            : {})}
        />
      )}
    </Frame>
  );
}

/** Whoever wants to hear from visitors of a site needs no mailbox for it. */
function ChatInstead() {
  const { t } = useTranslation();
  return (
    <>
      <SetupLater />
      <ButtonLink variant="subtle" color="gray" to="/quidgets/add">
        {t('setup.chat_instead')}
      </ButtonLink>
    </>
  );
}

/** That one more letter has left is no news to every desk: whoever watches the queue looks again. */
const lookAgainMs = 5_000;

/** `/mailboxes/{id}/edit`. */
export function MailboxEditPage() {
  const { t } = useTranslation();
  const { id } = useParams({ from: '/_desk/mailboxes/$id/edit' });
  const who = useSelf();
  const found = useQuery({
    ...rowQuery(mailboxes, id),
    refetchInterval: ({ state: { data } }) =>
      data && (data.deliveries_waiting > 0 || data.mails_waiting > 0) ? lookAgainMs : false,
  });
  if (found.isError && !found.data) {
    return (
      <Frame>
        <NotThere error={found.error} entity="mailboxes" retry={() => void found.refetch()} />
      </Frame>
    );
  }
  return (
    <Frame>
      {found.data ? (
        <MailboxForm
          key={id}
          row={found.data}
          onCreated={() => {}}
          aside={<MailboxAside of={found.data} />}
          actions={
            mayDo(who, 'inbound-mails.get', found.data.company_id) && (
              <ButtonLink variant="default" to="/mailboxes/$id/log" params={{ id }}>
                {t('list.mail_log')}
              </ButtonLink>
            )
          }
        />
      ) : (
        <FormSkeleton />
      )}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Shell section="administration" views={<EntityViews on="mailboxes" />}>
      {children}
    </Shell>
  );
}

function Waiting({ error, retry }: { error: unknown; retry: () => void }) {
  return error ? <Problem error={error} retry={retry} isPage /> : <FormSkeleton />;
}

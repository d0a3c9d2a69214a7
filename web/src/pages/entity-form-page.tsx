import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowQuery } from '../api/rows.ts';
import { useMay, useSelf } from '../api/self.ts';
import { OutboxHint } from '../features/accounts/outbox-hint.tsx';
import type { Declaration, ListedRow } from '../features/entity/declaration.ts';
import { declarations } from '../features/entity/declarations/index.ts';
import { EntityForm } from '../features/entity/entity-form.tsx';
import { mayCreate } from '../features/entity/entity-rights.ts';
import { EntityViews } from '../features/entity/entity-views.tsx';
import { useStartValues } from '../features/entity/start-values.ts';
import { addWord } from '../features/entity/words.ts';
import { InviteDialog } from '../features/invites/invite-dialog.tsx';
import { PendingInvites } from '../features/invites/pending-invites.tsx';
import { TeamMailboxes } from '../features/mailboxes/team-mailboxes.tsx';
import { SetupHeader, useSetup } from '../features/setup/setup.tsx';
import { focusNextRow } from '../ui/focus-next-row.ts';
import { Shell } from '../ui/shell.tsx';
import { toast } from '../ui/toast.tsx';
import { useIsStillHere } from '../ui/use-is-still-here.ts';
import { FormSkeleton, NotThere, SetupLater } from './form-states.tsx';

/** `/{entity}/add`. In the first run it leads on to the next thing a desk needs. */
export function EntityAddPage() {
  const { entity } = useParams({ from: '/_desk/$entity/add' });
  const of = declarations[entity];
  return of.isMadeAmongTickets ? <MadeAmongTickets of={of} /> : <AddForm of={of} />;
}

function MadeAmongTickets({ of }: { of: Declaration }) {
  useEffect(() => void toast({ status: 'info', title: i18next.t(`entities.${of.name}.empty_text`) }), [of.name]);
  return <Navigate to="/tickets" replace />;
}

function AddForm({ of }: { of: Declaration }) {
  const { t } = useTranslation();
  const { name: entity } = of;
  const who = useSelf();
  const navigate = useNavigate();
  const isStillHere = useIsStillHere();
  const { id, company } = useSearch({ from: '/_desk/$entity/add' });
  const start = useStartValues(of, of.taking && id !== undefined ? { id } : {}, company);
  const step = useSetup(entity);
  const goOn = async () => {
    if (!isStillHere()) return;
    if (step === 'companies') await navigate({ to: '/$entity/add', params: { entity: 'products' } });
    else if (step) await navigate({ to: '/mailboxes/add' });
    else await navigate({ to: '/$entity/search', params: { entity } });
  };
  const next = (made: number) => {
    const wanted = of.leadsTo && declarations[of.leadsTo];
    if (wanted && mayCreate(wanted.name, who))
      return {
        label: addWord(wanted),
        onClick: () =>
          void navigate(
            wanted.name === 'mailboxes'
              ? { to: '/mailboxes/add', search: { product: made } }
              : { to: '/$entity/add', params: { entity: wanted.name }, search: { company: made } },
          ),
      };
    return {
      label: t('list.open'),
      onClick: () => void navigate({ to: '/$entity/$id/edit', params: { entity, id: made } }),
    };
  };
  return (
    <EntityFrame of={of}>
      {start ? (
        <EntityForm
          key={`${entity} ${id} ${company}`}
          of={of}
          row={null}
          start={start}
          onCreated={goOn}
          next={step ? undefined : next}
          {...(step
            ? {
                header: <SetupHeader step={step} />,
                isStep: true,
                saveLabel: t('setup.go_on'),
                extra: step !== 'companies' && <SetupLater />,
              }
            : {})}
        />
      ) : (
        <FormSkeleton />
      )}
    </EntityFrame>
  );
}

/** `/{entity}/{id}/edit`. */
export function EntityEditPage() {
  const { entity, id } = useParams({ from: '/_desk/$entity/$id/edit' });
  const of = declarations[entity];
  const found = useQuery(rowQuery(of.entity, id));
  if (found.data && of.taking?.isFree(listedRow(found.data)))
    return <Navigate to="/$entity/add" params={{ entity }} search={{ id }} replace />;
  return (
    <EntityFrame of={of}>
      {found.data ? (
        <EntityForm
          key={`${entity} ${id}`}
          of={of}
          row={listedRow(found.data)}
          aside={entity === 'teams' && <TeamAside id={id} companyId={of.companyOf(listedRow(found.data))} />}
          onCreated={() => {}}
        />
      ) : found.isError ? (
        <NotThere error={found.error} entity={entity} retry={() => void found.refetch()} />
      ) : (
        <FormSkeleton />
      )}
    </EntityFrame>
  );
}

/** What the team answers for, and who was asked into it. */
function TeamAside(props: { id: number; companyId: number }) {
  return (
    <div>
      <TeamMailboxes teamId={props.id} companyId={props.companyId} />
      <TeamInvites {...props} />
    </div>
  );
}

/** Who was asked into the team and has not come yet; and the way to ask more. */
function TeamInvites({ id, companyId }: { id: number; companyId: number }) {
  const { t } = useTranslation();
  const [isInviting, setInviting] = useState(false);
  const mayInvite = useMay('invites.create', companyId);
  if (!useMay('invites.get', companyId)) return null;
  return (
    <aside ref={focusNextRow} aria-label={t('team.in_invites')}>
      <h2>{t('team.in_invites')}</h2>
      {/* Above: many may wait. */}
      {mayInvite && (
        <Button variant="default" mb={12} data-add onClick={() => setInviting(true)}>
          {t('invites.title')}
        </Button>
      )}
      <PendingInvites where={{ company_id: companyId, team_id: id }} />
      {isInviting && (
        <InviteDialog company={companyId} team={id} note={<OutboxHint />} onClose={() => setInviting(false)} />
      )}
    </aside>
  );
}

function EntityFrame({ of, children }: { of: Declaration; children: React.ReactNode }) {
  return (
    <Shell section={of.section} views={of.section === 'administration' && <EntityViews on={of.name} />}>
      {children}
    </Shell>
  );
}

function listedRow(row: object): ListedRow {
  // Every listed entity has an id and a time of change.
  return row as ListedRow;
}

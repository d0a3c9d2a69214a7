import { useQueries } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mayDo, useMay, useSelf } from '../api/self.ts';
import type { Leaver } from '../features/access/ask-heir.tsx';
import { useMembership } from '../features/access/use-membership.ts';
import { OutboxHint } from '../features/accounts/outbox-hint.tsx';
import { CsvMenu } from '../features/csv/csv-menu.tsx';
import type { Act, Declaration } from '../features/entity/declaration.ts';
import { declarations } from '../features/entity/declarations/index.ts';
import { addLink } from '../features/entity/entity-links.ts';
import { EntityList } from '../features/entity/entity-list.tsx';
import { mayCreate } from '../features/entity/entity-rights.ts';
import { EntityViews } from '../features/entity/entity-views.tsx';
import { companyOf, type ListSearch, readFilters } from '../features/entity/list-state.ts';
import { noteOwnWork } from '../features/entity/use-steady-rows.ts';
import { InviteDialog } from '../features/invites/invite-dialog.tsx';
import { invitesQuery, isPending } from '../features/invites/invite-queries.ts';
import styles from '../features/invites/invites.module.css';
import { PendingInvites } from '../features/invites/pending-invites.tsx';
import { Empty } from '../ui/empty.tsx';
import { focusNextRow } from '../ui/focus-next-row.ts';
import { ButtonLink } from '../ui/link-parts.tsx';
import { Shell } from '../ui/shell.tsx';
import { useIsStillHere } from '../ui/use-is-still-here.ts';
import { WhyNot } from '../ui/why-not.tsx';

const people: Declaration = {
  ...declarations.users,
  turning: { rights: { disable: 'users.delete', restore: 'users.restore' }, useActs: useMembershipActs },
};

/** `/users/search`: all, those who were removed, or those who are invited. `/users/add` invites some. */
export function UsersPage({ search, isInviting }: { search: ListSearch; isInviting: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isStillHere = useIsStillHere();
  const hash = useLocation({ select: (location) => location.hash });
  const seesInvites = useMay('invites.get');
  const invited = { hash: 'invited', name: t('invites.segment'), count: useInvitedCount(), body: <Invited /> };
  return (
    <Shell section="administration" views={<EntityViews on="users" />}>
      <EntityList
        of={people}
        search={search}
        other={seesInvites ? invited : undefined}
        more={(shown, onPhone) => <CsvMenu name="users" entity="users" query={shown} onPhone={onPhone} />}
      />
      {isInviting && (
        <InviteDialog
          looked={companyOf(readFilters(people, search.filter))}
          note={<OutboxHint />}
          onClose={() => void (isStillHere() && navigate({ to: '/users/search', search, hash, replace: true }))}
        />
      )}
    </Shell>
  );
}

function useMembershipActs() {
  const { remove, takeBack } = useMembership();
  const act =
    (does: (members: readonly Leaver[]) => Promise<boolean>): Act =>
    (rows) => {
      noteOwnWork('users', rows.map(people.keyOf));
      // The list of people hands on its own rows.
      return does(rows as unknown as readonly Leaver[]);
    };
  return { disable: act(remove), restore: act(takeBack) };
}

function useInvitingCompanies() {
  const who = useSelf();
  return who.companies.filter((company) => mayDo(who, 'invites.get', company.id));
}

/** Once all are known. */
function useInvitedCount(): number | undefined {
  const companies = useInvitingCompanies();
  return useQueries({
    queries: companies.map((company) => invitesQuery({ company_id: company.id })),
    combine: (found) =>
      found.every((one) => one.data)
        ? found.reduce((sum, one) => sum + (one.data?.invites.filter(isPending).length ?? 0), 0)
        : undefined,
  });
}

function Invited() {
  return (
    <div ref={focusNextRow} className={styles.all}>
      <AllInvited />
    </div>
  );
}

function AllInvited() {
  const { t } = useTranslation();
  const who = useSelf();
  const companies = useInvitingCompanies();
  if (useInvitedCount() === 0)
    return (
      <Empty
        title={t('invites.none')}
        action={
          <WhyNot reason={mayCreate('users', who) ? undefined : t('why_not.role')}>
            <ButtonLink variant="default" data-add {...addLink('users')}>
              {t('entities.users.add')}
            </ButtonLink>
          </WhyNot>
        }
      >
        {t('entities.users.empty_text')}
      </Empty>
    );
  return (
    <section className={styles.page} aria-label={t('invites.pending')}>
      {companies.map((company) => (
        <div key={company.id}>
          {companies.length > 1 && <h2>{company.company_name}</h2>}
          <PendingInvites where={{ company_id: company.id }} />
        </div>
      ))}
      <OutboxHint />
    </section>
  );
}

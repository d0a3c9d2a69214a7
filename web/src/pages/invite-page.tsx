import { Button, Loader } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { acceptInvite, readInvite } from '#contract/invites.ts';
import { call } from '../api/call.ts';
import { isApiError } from '../api/problem.ts';
import { refetchSelf, selfQuery } from '../api/self.ts';
import { sessionState } from '../api/session.ts';
import { Door } from '../features/accounts/door.tsx';
import { LeaveAccount } from '../features/accounts/leave-account.tsx';
import { LinkProblem } from '../features/accounts/link-problem.tsx';
import { RegisterInvitedForm } from '../features/accounts/register-invited-form.tsx';
import { SignInForm } from '../features/accounts/sign-in-form.tsx';
import { ButtonLink } from '../ui/link-parts.tsx';
import { toast, toastError } from '../ui/toast.tsx';

const route = getRouteApi('/invite/$key');

/**
 * Where the letter of an invitation leads: a stranger chooses a name and a password, somebody with an account signs in and
 * says yes, and who is signed in as somebody else is told so.
 */
export function InvitePage() {
  const { t } = useTranslation();
  const { key } = route.useParams();
  const client = useQueryClient();
  const router = useRouter();
  const letter = useQuery({
    queryKey: ['invite', readInvite.path, key],
    queryFn: () => call(readInvite, { key }, { ignoreUnauthorized: true }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const who = useQuery(selfQuery).data;
  const goIn = async () => {
    await refetchSelf(client);
    toast({ status: 'success', title: t('invited.welcome', { company: letter.data?.company_name }) });
    await router.navigate({ to: '/' });
  };
  const accept = useMutation({
    mutationFn: async () => {
      await call(acceptInvite, { key });
      await goIn();
    },
    onError: (error) => toastError(t('invited.not_joined'), error),
  });

  if (letter.isError)
    return (
      <LinkProblem
        error={letter.error}
        title={t(isApiError(letter.error, 'inviter_unavailable') ? 'invited.has_to_wait' : 'confirmed.failed')}
        action={t('sso.to_sign_in')}
        to="/"
        retry={() => void letter.refetch()}
      />
    );
  if (!letter.data)
    return (
      <Door title={t('invited.working')}>
        <Loader size="sm" role="status" aria-label={t('invited.working')} />
      </Door>
    );

  const { company_name: company, team_name: team, invited_by: inviter, email, name, role } = letter.data;
  const title = t('invited.title', { company });
  const asks = t(team === null ? 'invited.lead' : 'invited.lead_team', { inviter, company, team });
  const lead = role === 'agent' ? asks : `${asks} ${t(`invited.as_role.${role}`)}`;
  if (letter.data.is_accepted)
    return (
      <Door title={t('invited.done', { company })}>
        <ButtonLink size="md" fullWidth to="/">
          {t('confirmed.go_on')}
        </ButtonLink>
      </Door>
    );
  if (letter.data.asked_by === 'me')
    return (
      <Door title={title} lead={lead}>
        <Button size="md" fullWidth autoFocus loading={accept.isPending} onClick={() => accept.mutate()}>
          {t('invited.accept')}
        </Button>
        <LeaveAccount lead={t('invited.as', { address: email })} onLeft={againAsStranger} />
      </Door>
    );
  if (letter.data.asked_by === 'other')
    return (
      <Door title={title} lead={t('invited.other', { address: email, mine: who?.user.email_confirmation ?? '' })}>
        <ButtonLink size="md" fullWidth variant="default" to="/">
          {t('invited.stay')}
        </ButtonLink>
        <LeaveAccount lead={t('invited.switch')} onLeft={againAsStranger} />
      </Door>
    );
  if (letter.data.has_account)
    return (
      <Door title={title} lead={`${lead} ${t('invited.sign_in')}`}>
        <SignInForm
          email={email}
          onSignedIn={signedIn}
          forgot={
            <Link to="/forgot" state={{ email }}>
              {t('recovery.forgot_link')}
            </Link>
          }
        />
      </Door>
    );
  return (
    <Door title={title} lead={`${lead} ${t('invited.create_lead', { address: email })}`}>
      <RegisterInvitedForm keyOfLetter={key} email={email} name={name} onJoined={goIn} />
    </Door>
  );

  async function againAsStranger(): Promise<void> {
    client.removeQueries({ queryKey: selfQuery.queryKey });
    await letter.refetch();
  }

  /** Where a code is owed it comes first, and then this page again. */
  async function signedIn(): Promise<void> {
    await refetchSelf(client);
    if (sessionState() === 'half') await router.navigate({ to: '/security/check', search: { back: `/invite/${key}` } });
    else await letter.refetch();
  }
}

import { Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { checkReset, resetPassword } from '#contract/recovery.ts';
import { call } from '../api/call.ts';
import { Door } from '../features/accounts/door.tsx';
import { LinkProblem } from '../features/accounts/link-problem.tsx';
import { NewPasswordForm } from '../features/accounts/new-password-form.tsx';
import { signInAfter } from '../features/accounts/sign-in-after.ts';
import { toast } from '../ui/toast.tsx';

const route = getRouteApi('/restore/$id');

/** Where the letter to somebody leads who forgot the password. */
export function RestorePage() {
  const { t } = useTranslation();
  const { id: token } = route.useParams();
  const client = useQueryClient();
  const router = useRouter();
  const letter = useQuery({
    queryKey: ['forgot', checkReset.path, token],
    queryFn: () => call(checkReset, { token }, { ignoreUnauthorized: true }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (letter.isError) {
    return (
      <LinkProblem
        error={letter.error}
        title={t('confirmed.failed')}
        action={t('recovery.ask_again')}
        to="/forgot"
        retry={() => void letter.refetch()}
      />
    );
  }
  if (!letter.data) {
    return (
      <Door title={t('recovery.choose_title')}>
        <Loader size="sm" role="status" aria-label={t('recovery.choose_title')} />
      </Door>
    );
  }
  const { email } = letter.data;
  return (
    <Door title={t('recovery.choose_title')} lead={t('recovery.choose_lead', { address: email })}>
      <NewPasswordForm
        email={email}
        action={t('recovery.choose')}
        failed={t('recovery.not_changed')}
        schema={resetPassword.data}
        beside={{ token }}
        save={async (values) => {
          await call(resetPassword, { token, ...values }, { ignoreUnauthorized: true });
          // All sessions are over, one of this browser too.
          client.clear();
          await signInAfter(client, email, values.password);
          toast({ status: 'success', title: t('recovery.changed') });
          // Back leads to no link that is used up.
          await router.navigate({ to: '/', replace: true });
        }}
      />
    </Door>
  );
}

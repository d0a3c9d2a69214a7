import { Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ssoFinish } from '#contract/single-sign-on.ts';
import { call } from '../api/call.ts';
import { refetchSelf } from '../api/self.ts';
import { Door } from '../features/accounts/door.tsx';
import { SsoLinkForm } from '../features/accounts/sso-link-form.tsx';
import { errorText } from '../i18n/problem-text.ts';
import { ButtonLink } from '../ui/link-parts.tsx';

const route = getRouteApi('/callback');

/** Where the provider of single sign-on sends the browser back to. What it says is read once, and leaves the address. */
export function CallbackPage() {
  const { t } = useTranslation();
  const { arrivedWith } = route.useRouteContext();
  const goIn = useGoIn();
  const finish = useQuery({
    queryKey: ['sso', 'finish', arrivedWith],
    queryFn: () => call(ssoFinish, { search: arrivedWith || '?' }, { ignoreUnauthorized: true }),
    // What the provider sent counts once: asking again would turn a success into a refusal.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  const done = finish.data?.step === 'signed_in' ? finish.data : undefined;
  const goOn = useEffectEvent((to: { back: string | null }) => void goIn(to));
  useEffect(() => {
    if (done) goOn(done);
  }, [done]);

  if (finish.isError) {
    return (
      <Door title={t('sso.failed')} lead={errorText(finish.error)}>
        <ButtonLink size="md" fullWidth to="/">
          {t('sso.to_sign_in')}
        </ButtonLink>
      </Door>
    );
  }
  if (finish.data?.step === 'link') {
    const { email } = finish.data;
    return (
      <Door title={t('sso.link_title')} lead={t('sso.link_lead', { email })}>
        <SsoLinkForm email={email} onLinked={goIn} />
      </Door>
    );
  }
  return (
    <Door title={t('sso.working')}>
      <Loader size="sm" role="status" aria-label={t('sso.working')} />
    </Door>
  );
}

/** The sign-in page's own guard knows where a signed-in person belongs, and where they wanted to go. */
function useGoIn() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async ({ back }: { back: string | null }) => {
    await refetchSelf(client);
    await navigate({ to: '/', search: back === null ? {} : { back }, replace: true });
  };
}

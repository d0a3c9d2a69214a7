import { Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { confirmEmail } from '#contract/registration.ts';
import { call } from '../api/call.ts';
import { refetchSelf } from '../api/self.ts';
import { Door } from '../features/accounts/door.tsx';
import { errorText } from '../i18n/problem-text.ts';
import { ButtonLink } from '../ui/link-parts.tsx';

const route = getRouteApi('/email-confirmation-success/$key');

/** Where the link of the mail leads. It works on any device, signed in or not. */
export function EmailConfirmedPage() {
  const { t } = useTranslation();
  const { key } = route.useParams();
  const client = useQueryClient();
  const confirmation = useQuery({
    queryKey: ['email-confirmation', 'confirm', key],
    queryFn: async () => {
      const confirmed = await call(confirmEmail, { key }, { ignoreUnauthorized: true });
      await refetchSelf(client);
      return confirmed;
    },
    // A key works once: asking again would turn a success into a refusal.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (confirmation.isPending) {
    return (
      <Door title={t('confirmed.working')}>
        <Loader size="sm" aria-label={t('confirmed.working')} />
      </Door>
    );
  }
  if (confirmation.isError) {
    return (
      <Door title={t('confirmed.failed')} lead={errorText(confirmation.error)}>
        <ButtonLink size="md" fullWidth to="/">
          {t('confirmed.to_sign_in')}
        </ButtonLink>
      </Door>
    );
  }
  return (
    <Door title={t('confirmed.title')} lead={t('confirmed.lead', { address: confirmation.data.email })}>
      <ButtonLink size="md" fullWidth to="/">
        {t('confirmed.go_on')}
      </ButtonLink>
    </Door>
  );
}

import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { unlockByLink } from '#contract/locked-accounts.ts';
import { call } from '../api/call.ts';
import { Door } from '../features/accounts/door.tsx';
import { LinkProblem } from '../features/accounts/link-problem.tsx';
import { ButtonLink } from '../ui/link-parts.tsx';

const route = getRouteApi('/unlock/$key');

/** Where the letter about a lock leads. A button, since programs that look at mail open links too. */
export function UnlockByLinkPage() {
  const { t } = useTranslation();
  const { key } = route.useParams();
  const unlock = useMutation({
    meta: { isShown: true },
    mutationFn: () => call(unlockByLink, { key }, { ignoreUnauthorized: true }),
  });
  if (unlock.isError) {
    return (
      <LinkProblem
        error={unlock.error}
        title={t('unlock.failed')}
        action={t('unlock.to_sign_in')}
        to="/"
        retry={() => unlock.mutate()}
      />
    );
  }
  if (unlock.isSuccess) {
    return (
      <Door title={t('unlock.done')} lead={t('unlock.done_lead')}>
        <ButtonLink size="md" fullWidth to="/">
          {t('unlock.to_sign_in')}
        </ButtonLink>
      </Door>
    );
  }
  return (
    <Door title={t('unlock.title')} lead={t('unlock.lead')}>
      <Button size="md" fullWidth autoFocus loading={unlock.isPending} onClick={() => unlock.mutate()}>
        {t('unlock.action')}
      </Button>
    </Door>
  );
}

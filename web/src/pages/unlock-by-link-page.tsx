import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { unlockByLink } from '#contract/locked-accounts.ts';
import { call } from '../api/call.ts';
import { Door } from '../features/accounts/door.tsx';
import { errorText } from '../i18n/problem-text.ts';
import { ButtonLink } from '../ui/link-parts.tsx';

const route = getRouteApi('/unlock/$key');

/** Where the letter about a lock leads. A button, since programs that look at mail open links too. */
export function UnlockByLinkPage() {
  const { t } = useTranslation();
  const { key } = route.useParams();
  const unlock = useMutation({ mutationFn: () => call(unlockByLink, { key }, { ignoreUnauthorized: true }) });
  if (unlock.isSuccess || unlock.isError) {
    return (
      <Door
        title={unlock.isSuccess ? t('unlock.done') : t('unlock.failed')}
        lead={unlock.isSuccess ? t('unlock.done_lead') : errorText(unlock.error)}
      >
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

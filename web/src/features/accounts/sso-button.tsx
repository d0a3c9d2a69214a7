import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ssoBegin, ssoOffer } from '#contract/single-sign-on.ts';
import { call, callQuery } from '../../api/call.ts';
import { errorText } from '../../i18n/problem-text.ts';
import { Icon } from '../../ui/icon.tsx';
import c from './door.module.css';

/** The way in through the operator's provider, where there is one. */
export function SsoButton({ back }: { back: string | undefined }) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...callQuery(ssoOffer, {}), staleTime: Number.POSITIVE_INFINITY });
  const begin = useMutation({
    mutationFn: () => call(ssoBegin, back === undefined ? {} : { back }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  if (!data?.name) return null;
  return (
    <div className={c.sso}>
      <span className={c.or}>{t('sso.or')}</span>
      <Button
        size="md"
        variant="default"
        fullWidth
        leftSection={<Icon of={IconKey} />}
        // On the way there is no way back to press it twice.
        loading={begin.isPending || begin.isSuccess}
        onClick={() => begin.mutate()}
      >
        {t('sso.sign_in_with', { name: data.name })}
      </Button>
      <p role="alert" className={c.problem}>
        {begin.isError && errorText(begin.error)}
      </p>
    </div>
  );
}

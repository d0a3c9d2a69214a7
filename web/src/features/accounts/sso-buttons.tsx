import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ssoBegin, ssoOffer } from '#contract/single-sign-on.ts';
import { call, callQuery } from '../../api/call.ts';
import { errorText } from '../../i18n/problem-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { ssoName } from '../../ui/sso-name.ts';
import c from './door.module.css';

/** The ways in through the operator's providers, where there are any. */
export function SsoButtons({ back }: { back: string | undefined }) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...callQuery(ssoOffer, {}), staleTime: Number.POSITIVE_INFINITY });
  const begin = useMutation({
    meta: { isShown: true },
    mutationFn: (provider: string) => call(ssoBegin, back === undefined ? { provider } : { provider, back }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const { reset } = begin;
  useEffect(() => {
    // Whoever comes back by the browser's own button may find the page as they left it.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, [reset]);
  if (!data || data.providers.length === 0) return null;
  // On the way there is no way back to press it twice.
  const isLeaving = begin.isPending || begin.isSuccess;
  return (
    <div className={c.sso}>
      <span className={c.or}>{t('sso.or')}</span>
      {data.providers.map(({ key, name }) => (
        <Button
          key={key}
          size="md"
          variant="default"
          fullWidth
          leftSection={<Icon of={IconKey} />}
          loading={isLeaving && begin.variables === key}
          disabled={isLeaving && begin.variables !== key}
          onClick={() => begin.mutate(key)}
        >
          {t('sso.sign_in_with', { name: ssoName(name, t) })}
        </Button>
      ))}
      <p role="alert" className={c.problem}>
        {begin.isError && errorText(begin.error)}
      </p>
    </div>
  );
}

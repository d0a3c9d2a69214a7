import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../api/problem.ts';
import { selfQuery } from '../api/self.ts';
import { ShutOut } from './denied-page.tsx';

const againMs = 15_000;

/** Operators keep the person's only company from working. It goes on by itself when they let it work again. */
export function SuspendedPage({ error }: { error: ApiError }) {
  const { t } = useTranslation();
  const router = useRouter();
  const { status } = useQuery({ ...selfQuery, refetchInterval: againMs, staleTime: 0 });
  useEffect(() => {
    if (status === 'success') void router.invalidate();
  }, [status, router]);
  const { company, reason, contact } = { company: '', reason: '', contact: '', ...error.errors[0].values };
  return (
    <ShutOut title={t('denied.suspended_title', { company })}>
      {t('denied.suspended_text', { reason })}{' '}
      <a href={`mailto:${contact}`}>{t('denied.suspended_contact', { contact })}</a>
    </ShutOut>
  );
}

import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { logout } from '#contract/accounts.ts';
import { call } from '../api/call.ts';
import { Empty } from '../ui/empty.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import c from './message-page.module.css';

/** Every company of the person is closed to where they are now (restricted remote access). */
export function DeniedPage() {
  const { t } = useTranslation();
  return <ShutOut title={t('denied.title')}>{t('denied.text')}</ShutOut>;
}

/** Why somebody who is signed in comes no further, and the way out. */
export function ShutOut({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  usePageTitle(title);
  const leave = useMutation({
    meta: { isShown: true },
    mutationFn: () => call(logout, {}, { ignoreUnauthorized: true }),
    onSettled: () => window.location.assign(import.meta.env.BASE_URL),
  });
  return (
    <main className={c.page}>
      <Empty
        isPage
        title={title}
        action={
          <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
            {t('account.sign_out')}
          </Button>
        }
      >
        {children}
      </Empty>
    </main>
  );
}

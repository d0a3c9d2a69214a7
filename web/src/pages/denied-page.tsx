import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { logout } from '#contract/accounts.ts';
import { call } from '../api/call.ts';
import { Empty } from '../ui/empty.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import c from './message-page.module.css';

/** Every company of the person is closed to where they are now (restricted remote access). */
export function DeniedPage() {
  const { t } = useTranslation();
  usePageTitle(t('denied.title'));
  const leave = useMutation({
    meta: { isShown: true },
    mutationFn: () => call(logout, {}, { ignoreUnauthorized: true }),
    onSettled: () => window.location.assign(import.meta.env.BASE_URL),
  });
  return (
    <main className={c.page}>
      <Empty
        isPage
        title={t('denied.title')}
        action={
          <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
            {t('account.sign_out')}
          </Button>
        }
      >
        {t('denied.text')}
      </Empty>
    </main>
  );
}

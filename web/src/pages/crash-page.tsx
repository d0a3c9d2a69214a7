import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Empty } from '../ui/empty.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import c from './message-page.module.css';

/** What is left when a page broke. It starts afresh, since nothing in memory can be trusted any more. */
export function CrashPage() {
  const { t } = useTranslation();
  usePageTitle(t('crash.title'));
  return (
    <main className={c.page}>
      <Empty
        isPage
        title={t('crash.title')}
        action={
          <Button component="a" href={import.meta.env.BASE_URL}>
            {t('common.back_home')}
          </Button>
        }
      >
        <code className={c.path}>{window.location.pathname}</code>
      </Empty>
    </main>
  );
}

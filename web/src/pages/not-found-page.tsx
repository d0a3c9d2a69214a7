import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Empty } from '../ui/empty.tsx';
import c from './message-page.module.css';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <main className={c.page}>
      <Empty
        title={t('not_found.title')}
        action={
          <Button component={Link} to="/">
            {t('common.back_home')}
          </Button>
        }
      >
        {t('not_found.text')}
      </Empty>
    </main>
  );
}

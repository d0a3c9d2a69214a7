import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import c from './message-page.module.css';

/** Something is awaited that takes longer than a moment. */
export function PendingPage() {
  const { t } = useTranslation();
  return (
    <main className={c.page}>
      <Loader m="auto" size="sm" role="status" aria-label={t('common.loading')} />
    </main>
  );
}

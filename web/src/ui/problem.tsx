import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorText } from '../i18n/problem-text.ts';
import { Empty } from './empty.tsx';

/** What could not be fetched, why, and another try. */
export function Problem({ error, retry, isPage }: { error: unknown; retry: () => void; isPage?: boolean }) {
  const { t } = useTranslation();
  return (
    <Empty
      isPage={isPage ?? false}
      title={t('problem.not_loaded')}
      action={
        <Button variant="default" onClick={retry}>
          {t('problem.retry')}
        </Button>
      }
    >
      {errorText(error)}
    </Empty>
  );
}

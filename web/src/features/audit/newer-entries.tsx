import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import c from './audit.module.css';
import { type AuditSearch, newerQuery, type Whose } from './audit-query.ts';

type Props = { whose: Whose; search: AuditSearch; after: number; isLoading: boolean; show: () => void };

/** What was done since the page was read: told over the list, and shown when asked for, so that no row moves by itself. */
export function NewerEntries({ whose, search, after, isLoading, show }: Props) {
  const { t } = useTranslation();
  const count = useQuery(newerQuery(whose, search, after)).data?.count ?? 0;
  return (
    <div className={c.newer} role="status">
      {count > 0 && (
        <Button
          size="xs"
          radius="xl"
          loading={isLoading}
          leftSection={<Icon of={IconArrowUp} size={14} />}
          onClick={show}
        >
          {t('audit.newer', { count })}
        </Button>
      )}
    </div>
  );
}

import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { beginDownload } from '#contract/jobs.ts';
import { call } from '../../api/call.ts';
import { apiBase } from '../../api/send.ts';
import { formatBytes } from '../../i18n/time.ts';
import { useAskPassword } from '../../ui/ask-password.tsx';
import { downloadFrom } from '../../ui/download.ts';
import { Icon } from '../../ui/icon.tsx';
import { toastError } from '../../ui/toast.tsx';

/** All that a company has: fetched, as it is asked for, with the password. */
export default function FetchCompany({ id, file }: { id: number; file: { name: string; bytes: number } }) {
  const { t } = useTranslation();
  const password = useAskPassword(t('archive.password_lead'));
  const fetching = useMutation({
    mutationFn: () => password.run(() => call(beginDownload, { id })),
    onSuccess: (may) => may && downloadFrom(`${apiBase}jobs/${id}/file`, file.name),
    onError: (error) => toastError(t('archive.not_fetched'), error),
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon of={IconDownload} />}
        loading={fetching.isPending}
        onClick={() => fetching.mutate()}
      >
        {t('jobs.download', { size: formatBytes(file.bytes) })}
      </Button>
      {password.dialog}
    </>
  );
}

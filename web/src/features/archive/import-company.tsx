import { Button, FileButton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyContent, importAnswer } from '#contract/company-archives.ts';
import { callQuery } from '../../api/call.ts';
import { useMay } from '../../api/self.ts';
import { formatBytes } from '../../i18n/time.ts';
import type { useAskPassword } from '../../ui/ask-password.tsx';
import { ButtonLink } from '../../ui/link-parts.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { sendFile } from '../../ui/uploads/upload-file.ts';
import c from './archive.module.css';

/** Fills a company that holds nothing yet. The file may be large, so it tells how far it is and can be stopped. */
export function ImportCompany(props: {
  companyId: number;
  run: ReturnType<typeof useAskPassword>['run'];
  onAsked: () => void;
}) {
  const { companyId, run, onAsked } = props;
  const { t } = useTranslation();
  const mayImport = useMay('companies.import', companyId);
  const content = useQuery({ ...callQuery(companyContent, { company_id: companyId }), staleTime: 0 });
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const stopping = useRef(new AbortController());
  const importing = useMutation({
    mutationFn: (chosen: File) => {
      stopping.current = new AbortController();
      setShare(0);
      return run(async () =>
        importAnswer.parse(await sendFile(`companies/${companyId}/import`, chosen, setShare, stopping.current.signal)),
      );
    },
    onSuccess: (asked) => {
      if (!asked) return;
      setFile(null);
      toast({ status: 'success', title: t('archive.import_asked') });
      onAsked();
    },
    onError: (error) => {
      if (!stopping.current.signal.aborted) toastError(t('archive.import_failed'), error);
    },
    onSettled: () => content.refetch(),
  });
  if (!mayImport || !content.data) return null;
  if (!content.data.is_empty)
    return (
      <div className={c.actions}>
        <p className={c.why}>{t('archive.import_not_empty')}</p>
        <ButtonLink variant="default" to="/$entity/add" params={{ entity: 'companies' }}>
          {t('archive.import_new')}
        </ButtonLink>
      </div>
    );
  return (
    <div className={c.actions}>
      <FileButton accept=".zip,application/zip" onChange={setFile}>
        {(given) => (
          <Button {...given} variant="default" disabled={importing.isPending}>
            {t('archive.import_choose')}
          </Button>
        )}
      </FileButton>
      {file && (
        <span className={c.file}>{t('archive.import_chosen', { name: file.name, size: formatBytes(file.size) })}</span>
      )}
      {file && !importing.isPending && (
        <Button onClick={() => importing.mutate(file)}>{t('archive.import_action')}</Button>
      )}
      {importing.isPending && (
        <>
          <span role="status">{t('archive.import_uploading', { percent: Math.floor(share * 100) })}</span>
          <Button variant="subtle" color="gray" onClick={() => stopping.current.abort(new Error('stopped'))}>
            {t('archive.import_stop')}
          </Button>
        </>
      )}
    </div>
  );
}

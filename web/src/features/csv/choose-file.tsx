import { Button, Progress, Select } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CsvEntity, importBytesMax, importRowsMax, uploadCsvAnswer } from '#contract/csv.ts';
import { useSelf } from '../../api/self.ts';
import { errorText } from '../../i18n/problem-text.ts';
import { formatBytes, formatNumber } from '../../i18n/time.ts';
import { Icon } from '../../ui/icon.tsx';
import { sendFile } from '../../ui/uploads/upload-file.ts';
import c from './csv.module.css';
import { importFieldWords } from './csv-lists.ts';
import { companiesToImport } from './csv-rights.ts';
import type { Uploaded } from './import-screen.tsx';

/** The first step: a file, picked or dropped. Whatever is wrong with it is told before anything else is asked. */
export function ChooseFile({ entity, onUploaded }: { entity: CsvEntity; onUploaded: (upload: Uploaded) => void }) {
  const { t } = useTranslation();
  const companies = companiesToImport(useSelf(), entity);
  const [company, setCompany] = useState(String(companies[0]?.id ?? ''));
  const [share, setShare] = useState<number>();
  const [error, setError] = useState('');
  const [isOver, setOver] = useState(false);

  async function take(file: File | undefined): Promise<void> {
    if (!file || share !== undefined) return;
    setError('');
    if (file.size > importBytesMax) return setError(t('errors.file_too_large'));
    setShare(0);
    try {
      const path = `csv/upload?company_id=${company}&entity=${entity}`;
      onUploaded(uploadCsvAnswer.parse(await sendFile(path, file, setShare, new AbortController().signal)));
    } catch (problem) {
      setError(errorText(problem));
    }
    setShare(undefined);
  }

  return (
    <>
      {companies.length > 1 && (
        <Select
          label={t('list.company')}
          allowDeselect={false}
          maw={360}
          data={companies.map((one) => ({ value: String(one.id), label: one.company_name }))}
          value={company}
          onChange={(next) => setCompany(next ?? '')}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a file may also be dropped here; the button takes one too */}
      <div
        className={c.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer.files[0]);
        }}
      >
        <p>{t('csv.drop')}</p>
        <Button component="label" loading={share !== undefined} leftSection={<Icon of={IconFileUpload} size={16} />}>
          {t('csv.choose_file')}
          <input
            type="file"
            className={c.hidden}
            accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
            onChange={(event) => {
              void take(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
        </Button>
        {share !== undefined && <Progress value={share * 100} aria-label={t('csv.progress')} w="100%" />}
        <p className={c.dim}>
          {t('csv.limits', { rows: formatNumber(importRowsMax), size: formatBytes(importBytesMax) })}
        </p>
      </div>
      {error !== '' && (
        <p className={c.error} role="alert">
          {error}
        </p>
      )}
      <p className={c.dim}>
        {t('csv.columns_known', {
          columns: importFieldWords(entity)
            .map((word) => t(word))
            .join(', '),
        })}
      </p>
      <p className={c.dim}>{t(`csv.recognised.${keyWord[entity]}`)}</p>
    </>
  );
}

const keyWord = {
  customers: 'customers',
  users: 'users',
  templates: 'templates',
  tags: 'tags',
  'product-call-phones': 'phones',
} as const;

import { Button, Checkbox, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CsvEntity, exportCsv } from '#contract/csv.ts';
import { isOver, type Job, listJobs } from '#contract/jobs.ts';
import { call, callQuery } from '../../api/call.ts';
import type { RowsQuery } from '../../api/rows.ts';
import { useSelf } from '../../api/self.ts';
import { apiBase } from '../../api/send.ts';
import { errorText } from '../../i18n/problem-text.ts';
import { formatBytes } from '../../i18n/time.ts';
import { DayTime } from '../../ui/day-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { excelSeparator } from '../../ui/excel-separator.ts';
import { Icon } from '../../ui/icon.tsx';
import c from './csv.module.css';
import { type ColumnWord, exportColumns, wordOf } from './csv-lists.ts';
import { companiesToExport } from './csv-rights.ts';
import { jobError } from './job-error.ts';
import { JobProgress } from './job-progress.tsx';

/** What a list shows: all its rows are exported, not the page alone. */
export type ListQuery = { readonly conditions: NonNullable<RowsQuery['conditions']>; readonly search: string };

const shownJobs = 3;

/** Chooses columns and begins an export; shows how far it is, and what was exported lately. It goes on when this closes. */
export function ExportDialog({ entity, query, onClose }: { entity: CsvEntity; query: ListQuery; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const companies = companiesToExport(useSelf(), entity);
  const chosen = query.conditions.find(([field]) => field === 'company_id')?.[2];
  const [company, setCompany] = useState(String(chosen ?? companies[0]?.id ?? ''));
  const { usual, more } = exportColumns[entity];
  const [columns, setColumns] = useState<readonly ColumnWord[]>(usual);
  const [hasBom, setBom] = useState(true);
  const isOurs = (job: Job) => job.kind === 'csv-export' && job.entity === entity;
  const jobs = useQuery({
    ...callQuery(listJobs, {}),
    refetchInterval: ({ state }) => (state.data?.jobs.some((job) => isOurs(job) && !isOver(job.state)) ? 2000 : false),
  });
  const begin = useMutation({
    meta: { isShown: true },
    mutationFn: () =>
      call(exportCsv, {
        request_id: crypto.randomUUID(),
        company_id: Number(company),
        entity,
        columns: columns.map((field) => ({ field, title: t(wordOf(field, entity)) })),
        filter: {
          conditions: query.conditions.flatMap<[string, string, unknown]>(([name, is, value]) =>
            // Where the list shows one company, it shows no pool either.
            name === 'company_id' && value !== Number(company) ? [] : [[name, is, value]],
          ),
        },
        ...(query.search === '' ? {} : { search: query.search }),
        has_bom: hasBom,
        separator: hasBom ? excelSeparator() : ',',
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['jobs'] }),
  });
  const toggle = (field: ColumnWord) =>
    setColumns((now) => [...usual, ...more].filter((one) => now.includes(one) !== (one === field)));
  const all = [...usual, ...more];
  const isAll = columns.length === all.length;
  const recent = jobs.data?.jobs.filter(isOurs).slice(0, shownJobs) ?? [];
  return (
    <Dialog close={onClose} title={t('csv.export_title')} size={480}>
      <form
        className={c.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          if (columns.length > 0) begin.mutate();
        }}
      >
        <p className={c.lead}>{t('csv.export_lead')}</p>
        {companies.length > 1 && (
          <Select
            label={t('list.company')}
            allowDeselect={false}
            data={companies.map((one) => ({ value: String(one.id), label: one.company_name }))}
            value={company}
            onChange={(next) => setCompany(next ?? '')}
          />
        )}
        <fieldset className={c.columns}>
          <legend>{t('csv.which_columns')}</legend>
          <Checkbox
            label={t('csv.all_columns')}
            checked={isAll}
            indeterminate={!isAll && columns.length > 0}
            onChange={() => setColumns(isAll ? [] : all)}
          />
          <div>
            {all.map((field) => (
              <Checkbox
                key={field}
                label={t(wordOf(field, entity))}
                checked={columns.includes(field)}
                onChange={() => toggle(field)}
              />
            ))}
          </div>
        </fieldset>
        <Checkbox
          label={t('csv.for_excel')}
          description={t('csv.for_excel_help')}
          checked={hasBom}
          onChange={(event) => setBom(event.currentTarget.checked)}
        />
        {begin.isError && (
          <p className={c.error} role="alert">
            {errorText(begin.error)}
          </p>
        )}
        <div className={c.actions}>
          <Button variant="subtle" color="gray" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button type="submit" loading={begin.isPending} disabled={columns.length === 0} data-autofocus>
            {t('csv.export_now')}
          </Button>
        </div>
      </form>
      {recent.length > 0 && (
        <section className={c.recent} aria-label={t('csv.recent')}>
          <h3>{t('csv.recent')}</h3>
          {recent.map((job) => (
            <ExportRow key={job.id} job={job} />
          ))}
        </section>
      )}
    </Dialog>
  );
}

function ExportRow({ job }: { job: Job }) {
  const { t } = useTranslation();
  if (!isOver(job.state)) return <JobProgress job={job} />;
  const rows = Number(job.summary?.rows ?? 0);
  return (
    <div className={c.line}>
      <span>
        <DayTime at={job.added} /> ·{' '}
        {job.state === 'failed'
          ? jobError(job)
          : job.state === 'cancelled'
            ? t('csv.cancelled')
            : t('csv.rows', { count: rows })}
      </span>
      {job.file && (
        <Button
          component="a"
          href={`${apiBase}jobs/${job.id}/file`}
          download={job.file.name}
          variant="default"
          size="xs"
          leftSection={<Icon of={IconDownload} size={16} />}
        >
          {t('csv.download', { size: formatBytes(job.file.bytes) })}
        </Button>
      )}
    </div>
  );
}

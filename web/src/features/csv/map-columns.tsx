import { Button, Select } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CsvEntity, checkCsv } from '#contract/csv.ts';
import { call } from '../../api/call.ts';
import { errorText } from '../../i18n/problem-text.ts';
import c from './csv.module.css';
import { isColumnWord, wordOf } from './csv-lists.ts';
import type { Columns, Uploaded } from './import-screen.tsx';

type Props = {
  entity: CsvEntity;
  upload: Uploaded;
  /** As it was tried before. */
  mapped: Columns | undefined;
  afresh: () => void;
  begun: (check: number, columns: Columns) => void;
};

/** What each column of the file is: recognised by its title, and corrected here. */
export function MapColumns({ entity, upload, mapped, afresh, begun }: Props) {
  const { t } = useTranslation();
  const nameOf = (field: string) => (isColumnWord(field) ? t(wordOf(field, entity)) : field);
  const [fields, setFields] = useState<Columns>(() => mapped ?? guess(upload, nameOf));
  const check = useMutation({
    meta: { isShown: true },
    mutationFn: () => call(checkCsv, { request_id: crypto.randomUUID(), upload_id: upload.id, columns: [...fields] }),
    onSuccess: ({ job_id }) => begun(job_id, fields),
  });
  // A field has one column: whoever chooses it takes it from the other.
  const choose = (column: number, field: string | null) =>
    setFields((now) => now.map((one, i) => (i === column ? field : one === field ? null : one)));
  return (
    <form
      className={c.form}
      data-entity={entity}
      onSubmit={(event) => {
        event.preventDefault();
        check.mutate();
      }}
    >
      <p className={c.lead}>
        {t('csv.read_as', { file: upload.name, encoding: upload.encoding.toUpperCase() })}{' '}
        {t('csv.rows', { count: upload.rows })}
      </p>
      <ul className={c.map}>
        {upload.columns.map((column, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
          <li key={i}>
            <div>
              <b id={`column-${i}`}>{column.title || t('csv.untitled', { number: i + 1 })}</b>
              <small>{column.samples.join(' · ')}</small>
            </div>
            <Select
              aria-labelledby={`column-${i}`}
              placeholder={t('csv.passed_over')}
              clearable
              clearButtonProps={{ 'aria-label': t('csv.pass_over') }}
              data={upload.fields.map((field) => ({ value: field, label: nameOf(field) }))}
              value={fields[i] ?? null}
              onChange={(field) => choose(i, field)}
            />
          </li>
        ))}
      </ul>
      {check.isError && (
        <p className={c.error} role="alert">
          {errorText(check.error)}
        </p>
      )}
      <p className={c.dim}>{t('csv.trial_help')}</p>
      <div className={c.buttons}>
        <Button type="submit" loading={check.isPending} disabled={fields.every((one) => one === null)}>
          {t('csv.try')}
        </Button>
        <Button variant="subtle" color="gray" onClick={afresh}>
          {t('csv.other_file')}
        </Button>
      </div>
    </form>
  );
}

/** As the server recognised it; also by the words that this desk writes above exported columns. */
function guess({ columns, fields }: Uploaded, nameOf: (field: string) => string): (string | null)[] {
  const taken = new Set(columns.map((column) => column.field));
  return columns.map(({ title, field }) => {
    const found = field ?? fields.find((one) => !taken.has(one) && nameOf(one).toLowerCase() === title.toLowerCase());
    taken.add(found ?? null);
    return found ?? null;
  });
}

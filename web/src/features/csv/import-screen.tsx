import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { CsvEntity, uploadCsvAnswer } from '#contract/csv.ts';
import frame from '../../ui/form-page.module.css';
import { Icon } from '../../ui/icon.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { CheckResult } from './check-result.tsx';
import { ChooseFile } from './choose-file.tsx';
import c from './csv.module.css';
import { ImportResult } from './import-result.tsx';
import { MapColumns } from './map-columns.tsx';

/** Which jobs an import has come to, out of the address: it may be closed and opened again. */
export type ImportSearch = { readonly check?: number | undefined; readonly job?: number | undefined };
export type Uploaded = z.output<typeof uploadCsvAnswer>;
/** What each column of a file is taken for; null: it is passed over. */
export type Columns = readonly (string | null)[];

type Props = {
  /** The list's own name, as in its address, and what it is called. */
  name: string;
  title: string;
  entity: CsvEntity;
  search: ImportSearch;
};

/** From a file to rows: chosen, its columns named, tried, and then brought in. */
export function ImportScreen({ name, title, entity, search }: Props) {
  const { t } = useTranslation();
  const heading = t('csv.import_title', { list: title });
  usePageTitle(heading);
  const navigate = useNavigate();
  const [upload, setUpload] = useState<Uploaded>();
  const [mapped, setMapped] = useState<Columns>();
  const go = (next: ImportSearch) =>
    void navigate({ to: '/$entity/import', params: { entity: name as 'customers' }, search: next, replace: true });
  const back = () => void navigate({ to: '/$entity/search', params: { entity: name as 'customers' } });
  const afresh = () => {
    setUpload(undefined);
    setMapped(undefined);
    go({});
  };
  const step = search.job !== undefined ? 4 : search.check !== undefined ? 3 : upload ? 2 : 1;
  return (
    <div className={frame.page}>
      <div className={frame.bar}>
        <ActionIcon aria-label={t('form.back')} onClick={back} ml={-8}>
          <Icon of={IconArrowLeft} />
        </ActionIcon>
        <h1>{heading}</h1>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <div className={c.screen} tabIndex={0}>
        <ol className={c.steps}>
          {(['file', 'columns', 'trial', 'done'] as const).map((one, i) => (
            <li key={one} aria-current={i + 1 === step ? 'step' : undefined}>
              {t(`csv.steps.${one}`)}
            </li>
          ))}
        </ol>
        {search.job !== undefined ? (
          <ImportResult id={search.job} afresh={afresh} back={back} />
        ) : search.check !== undefined ? (
          <CheckResult
            id={search.check}
            afresh={afresh}
            change={upload && (() => go({}))}
            begun={(job) => go({ check: search.check, job })}
          />
        ) : upload ? (
          <MapColumns
            entity={entity}
            upload={upload}
            mapped={mapped}
            afresh={afresh}
            begun={(check, columns) => {
              setMapped(columns);
              go({ check });
            }}
          />
        ) : (
          <ChooseFile entity={entity} onUploaded={setUpload} />
        )}
      </div>
    </div>
  );
}

import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import type { Job } from '#contract/jobs.ts';
import { download } from '../../ui/download.ts';
import { excelSeparator } from '../../ui/excel-separator.ts';
import { Icon } from '../../ui/icon.tsx';
import c from './jobs.module.css';
import { type PersonWhoWorked, peopleTable } from './people-table.ts';

/** As the import wrote it; those of an earlier Parley say less. */
type Came = {
  readonly counts?: { readonly tickets?: number; readonly messages?: number; readonly customers?: number };
  readonly rest?: Readonly<Record<Resting, number>>;
  readonly was_restricted?: boolean;
  readonly missing?: number;
  readonly people?: readonly PersonWhoWorked[];
  readonly people_total?: number;
};

const resting = ['mailboxes', 'integrations', 'quidgets', 'links'] as const;
type Resting = (typeof resting)[number];

/** What an export or import of a company left out, what came with it, what of it rests until somebody restores it, and who worked there: they are invited anew. */
export default function CompanyTold({ job }: { job: Job }) {
  const { t } = useTranslation();
  const { counts, rest, was_restricted, missing = 0, people = [], people_total } = (job.summary ?? {}) as Came;
  const rests = resting.filter((noun) => (rest?.[noun] ?? 0) > 0);
  return (
    <>
      {counts && (
        <p>
          {t('archive.came', {
            tickets: counts.tickets ?? 0,
            messages: counts.messages ?? 0,
            customers: counts.customers ?? 0,
          })}
        </p>
      )}
      {missing > 0 && <p>{t('archive.missing', { count: missing })}</p>}
      {rests.length > 0 && (
        <>
          <p>{t('archive.rests')}</p>
          <ul className={c.rests}>
            {rests.map((noun) => (
              <li key={noun}>
                <Trans
                  i18nKey={`archive.rest.${noun}`}
                  count={rest?.[noun] ?? 0}
                  components={{
                    a: <Link to="/$entity/search" params={{ entity: noun }} hash="disabled" />,
                  }}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {was_restricted && (
        <p>
          <Trans
            i18nKey="archive.was_restricted"
            components={{
              a: <Link to="/companies/$id/edit" params={{ id: job.company_id }} hash="remote-access" />,
            }}
          />
        </p>
      )}
      {people.length > 0 && <People people={people} total={people_total ?? people.length} />}
    </>
  );
}

function People({ people, total }: { people: readonly PersonWhoWorked[]; total: number }) {
  const { t } = useTranslation();
  const save = () =>
    download(peopleTable(people, excelSeparator()), { name: `${t('archive.people_file')}.csv`, type: 'text/csv' });
  return (
    <details>
      <summary>{t('archive.people', { count: total })}</summary>
      <ul className={c.people}>
        {people.map(({ name, email, role, teams = [] }) => (
          <li key={email}>
            {[name, email, role && t(`access.roles.${role}` as 'access.roles.agent', { defaultValue: role }), ...teams]
              .filter((one) => one)
              .join(' · ')}
          </li>
        ))}
      </ul>
      {total > people.length && <p>{t('archive.people_more', { count: total - people.length })}</p>}
      <p>
        <Trans
          i18nKey="archive.people_how"
          components={{ a: <Link to="/$entity/import" params={{ entity: 'users' }} search={{}} /> }}
        />
      </p>
      <Button variant="default" size="xs" leftSection={<Icon of={IconDownload} size={16} />} onClick={save}>
        {t('archive.people_save')}
      </Button>
    </details>
  );
}

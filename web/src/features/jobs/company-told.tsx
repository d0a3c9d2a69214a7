import { Link } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import type { Job } from '#contract/jobs.ts';
import c from './jobs.module.css';

/** As the import wrote it; those of an earlier Parley say less. */
type Came = {
  readonly counts?: { readonly tickets?: number; readonly messages?: number; readonly customers?: number };
  readonly rest?: Readonly<Record<Resting, number>>;
  readonly was_restricted?: boolean;
  readonly missing?: number;
  readonly people?: readonly { readonly name: string; readonly email: string }[];
};

const resting = ['mailboxes', 'integrations', 'quidgets', 'links'] as const;
type Resting = (typeof resting)[number];

/** What an export or import of a company left out, what came with it, what of it rests until somebody restores it, and who worked there: they are invited anew. */
export default function CompanyTold({ job }: { job: Job }) {
  const { t } = useTranslation();
  const { counts, rest, was_restricted, missing = 0, people = [] } = (job.summary ?? {}) as Came;
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
      {people.length > 0 && (
        <details>
          <summary>{t('archive.people', { count: people.length })}</summary>
          <ul className={c.people}>
            {people.map((one) => (
              <li key={one.email}>
                {one.name} · {one.email}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

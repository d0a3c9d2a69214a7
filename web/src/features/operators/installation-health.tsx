import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type InstallationHealth, readHealth } from '#contract/installation-health.ts';
import { callQuery } from '../../api/call.ts';
import { formatBytes, formatMinutes, formatNumber, formatTime } from '../../i18n/time.ts';
import { BackToList } from '../../ui/back-to-list.tsx';
import { DayTime } from '../../ui/day-time.tsx';
import list from '../../ui/list-page.module.css';
import { usePageTitle } from '../../ui/page-title.ts';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { HealthDot, type HealthLevel } from '../../ui/small-parts.tsx';
import { ConnectionsHealth } from './connections-health.tsx';
import { judge, levelOfConnections, levelOfDisk, levelOfQueue, levelOfWorkers } from './health-judgement.ts';
import c from './installation-health.module.css';
import { OperatorPages } from './operator-pages.tsx';

const againMs = 10_000;

/** How the installation does, looked at again every few seconds: what waits, what fails, what is full. */
export function InstallationHealthView() {
  const { t } = useTranslation();
  usePageTitle(t('operators.health.title'));
  const found = useQuery({ ...callQuery(readHealth, {}), refetchInterval: againMs, staleTime: 0 });
  return (
    <div className={list.page}>
      <div className={list.bar}>
        <BackToList />
        <h1>{t('operators.health.title')}</h1>
        <span className={list.gap} />
        <OperatorPages />
      </div>
      {!found.data && found.error ? (
        <Problem error={found.error} retry={() => void found.refetch()} />
      ) : found.data ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
        <div className={c.body} tabIndex={0}>
          <Summary of={found.data} isOld={found.error !== null} />
          <Queues of={found.data.queues} />
          <ConnectionsHealth of={found.data.connections} />
          <Machine of={found.data} />
        </div>
      ) : (
        <SkeletonRows label={t('list.loading')} columns="minmax(0, 1fr) minmax(0, 1fr)" height={44} />
      )}
    </div>
  );
}

function Summary({ of, isOld }: { of: InstallationHealth; isOld: boolean }) {
  const { t } = useTranslation();
  const { level, count } = judge(of);
  return (
    <p className={c.summary}>
      <span role="status">
        <HealthDot level={level}>
          {count === 0 ? t('operators.health.well') : t('operators.health.troubles', { count })}
        </HealthDot>
      </span>
      <small data-old={isOld || undefined}>
        {t(isOld ? 'operators.health.old' : 'operators.health.as_of', { time: formatTime(of.at) })}
      </small>
    </p>
  );
}

function Queues({ of }: { of: InstallationHealth['queues'] }) {
  const { t } = useTranslation();
  return (
    <section>
      <h2 id="queues">{t('operators.health.queues')}</h2>
      <table className={c.table} aria-labelledby="queues">
        <thead>
          <tr>
            <th scope="col">{t('operators.health.columns.what')}</th>
            <th scope="col">{t('operators.health.columns.waiting')}</th>
            <th scope="col">{t('operators.health.columns.late')}</th>
            <th scope="col">{t('operators.health.columns.failed')}</th>
          </tr>
        </thead>
        <tbody>
          {of.map((one) => (
            <tr key={one.name}>
              <th scope="row">
                <HealthDot level={levelOfQueue(one)}>{t(`operators.health.queue.${one.name}`)}</HealthDot>
              </th>
              <td>{formatNumber(one.waiting)}</td>
              <td>{one.late_seconds === null ? '–' : timeLate(one.late_seconds)}</td>
              <td>{one.failed === null ? '–' : formatNumber(one.failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );

  function timeLate(seconds: number): string {
    return seconds < 60 ? t('operators.health.under_a_minute') : formatMinutes(Math.floor(seconds / 60));
  }
}

function Machine({ of }: { of: InstallationHealth }) {
  const { t } = useTranslation();
  const { workers, database, disk, process } = of;
  return (
    <section>
      <h2>{t('operators.health.machine')}</h2>
      <dl className={c.facts}>
        <Fact name={t('operators.health.facts.workers')} level={levelOfWorkers(workers)}>
          {t('operators.health.facts.workers_hold', {
            count: workers.alive,
            held: formatNumber(workers.mailboxes_held),
            all: formatNumber(workers.mailboxes),
          })}
        </Fact>
        <Fact name={t('operators.health.facts.disk')} level={levelOfDisk(disk)}>
          {disk
            ? t('operators.health.facts.free', { free: formatBytes(disk.free), all: formatBytes(disk.bytes) })
            : t('operators.health.facts.unknown')}
        </Fact>
        <Fact name={t('operators.health.facts.connections')} level={levelOfConnections(database)}>
          {t('operators.health.facts.of', {
            n: formatNumber(database.connections),
            all: formatNumber(database.connections_max),
          })}
        </Fact>
        <Fact name={t('operators.health.facts.database')}>
          {t('operators.health.facts.postgres', { version: database.version, size: formatBytes(database.bytes) })}
        </Fact>
        <Fact name={t('operators.health.facts.suspended')}>{formatNumber(of.suspended_companies)}</Fact>
        <Fact name={t('operators.health.facts.version')}>
          {t('operators.health.facts.node', { version: process.version, node: process.node })}
        </Fact>
        <Fact name={t('operators.health.facts.role')}>
          <code>{process.role}</code>
        </Fact>
        <Fact name={t('operators.health.facts.started')}>
          <DayTime at={process.started} />
        </Fact>
        <Fact name={t('operators.health.facts.memory')}>{formatBytes(process.memory_bytes)}</Fact>
      </dl>
      <p className={c.none}>{t('operators.health.one_process')}</p>
    </section>
  );
}

function Fact({ name, level, children }: { name: string; level?: HealthLevel; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{level ? <HealthDot level={level}>{children}</HealthDot> : children}</dd>
    </div>
  );
}

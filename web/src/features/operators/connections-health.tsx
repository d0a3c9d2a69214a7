import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { InstallationHealth } from '#contract/installation-health.ts';
import { mailErrorText } from '../../i18n/mail-error-text.ts';
import { messengerErrorText } from '../../i18n/messenger-error-text.ts';
import { formatNumber } from '../../i18n/time.ts';
import { mailboxTroubleOf } from '../../ui/mailbox-trouble.ts';
import { HealthDot } from '../../ui/small-parts.tsx';
import { levelOfConnection } from './health-judgement.ts';
import c from './installation-health.module.css';

type Connection = InstallationHealth['connections'][number];

/** How the mailboxes and messengers of all companies do, and why those that do not. */
export function ConnectionsHealth({ of }: { of: readonly Connection[] }) {
  const { t } = useTranslation();
  return (
    <section>
      <h2 id="connections">{t('operators.health.connections')}</h2>
      {of.length === 0 ? (
        <p className={c.none}>{t('operators.health.no_connections')}</p>
      ) : (
        <table className={c.table} aria-labelledby="connections">
          <thead>
            <tr>
              <th scope="col">{t('operators.health.columns.what')}</th>
              <th scope="col">{t('operators.health.columns.count')}</th>
              <th scope="col" className={c.why}>
                {t('operators.health.columns.why')}
              </th>
            </tr>
          </thead>
          <tbody>
            {of.map((one) => (
              <tr key={`${one.kind} ${one.state} ${one.key}`}>
                <th scope="row">
                  <HealthDot level={levelOfConnection(one)}>{wordsOf(one)}</HealthDot>
                </th>
                <td>{formatNumber(one.count)}</td>
                <td className={c.why} title={one.key ?? undefined}>
                  {one.key ? whyOf(one.kind, one.key) : '–'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function wordsOf({ kind, state, key }: Connection): string {
  if (kind === 'messenger') return i18next.t(`operators.health.kind.messenger.${state}`);
  return i18next.t(`operators.health.kind.mailbox.${state === 'degraded' ? mailboxTroubleOf(key) : state}`);
}

const whyOf = (kind: Connection['kind'], key: string): string =>
  kind === 'mailbox' ? mailErrorText(key) : messengerErrorText(key, key);

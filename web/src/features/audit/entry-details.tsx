import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/audit.ts';
import { formatFull } from '../../i18n/time.ts';
import c from './audit.module.css';
import { ThingLink } from './audit-entry.tsx';
import type { AuditSearch } from './audit-query.ts';
import { changesOf } from './changes-of.ts';
import { fieldName, shownValue } from './field-name.ts';

/** Before and after, from where, and the ways to what is near it. */
export function EntryDetails({ id, entry, search }: { id: string; entry: AuditEntry; search: AuditSearch }) {
  const { t } = useTranslation();
  const { changes, more, hasBefore } = changesOf(entry);
  return (
    <div className={c.details} id={id}>
      {changes.length > 0 && (
        <table className={c.changes}>
          <thead>
            <tr>
              <th scope="col">{t('audit.field')}</th>
              {hasBefore && <th scope="col">{t('audit.before')}</th>}
              <th scope="col">{t(hasBefore ? 'audit.after' : 'audit.value')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row">{fieldName(entry.entity, name)}</th>
                {hasBefore && (
                  <td>
                    <del>{shownValue(before)}</del>
                  </td>
                )}
                <td>{hasBefore ? <ins>{shownValue(after)}</ins> : shownValue(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {entry.erased_at !== null && <p>{t('audit.erased.text', { time: formatFull(entry.erased_at) })}</p>}
      <dl className={c.facts}>
        {more.map(([name, value]) => (
          <Fact key={name} name={fieldName(entry.entity, name)}>
            {shownValue(value)}
          </Fact>
        ))}
        <Fact name={t('audit.when')}>{formatFull(entry.at)}</Fact>
        {entry.entity_id !== null && (
          <Fact name={t('audit.thing')}>
            <ThingLink entry={entry} />
          </Fact>
        )}
        {entry.user_agent && <Fact name={t('audit.device')}>{entry.user_agent}</Fact>}
        <Fact name={t('audit.number')}>
          {entry.number} <code>{entry.hash.slice(0, 16)}</code>
        </Fact>
      </dl>
      <Nearby entry={entry} company={search.company} />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Nearby({ entry, company }: { entry: AuditEntry; company: number | undefined }) {
  const { t } = useTranslation();
  const { actor_id, actor_name, ip, entity, entity_id } = entry;
  return (
    <p className={c.nearby}>
      {actor_id !== null && actor_name !== null && (
        <Link to="/audit" search={{ company, who: actor_id }}>
          {t('audit.all_by', { name: actor_name })}
        </Link>
      )}
      {ip !== null && (
        <Link to="/audit" search={{ company, ip }}>
          {t('audit.all_from', { ip })}
        </Link>
      )}
      {entity_id !== null && (
        <Link to="/audit" search={{ company, thing: entity, id: entity_id }}>
          {t('audit.all_about')}
        </Link>
      )}
    </p>
  );
}

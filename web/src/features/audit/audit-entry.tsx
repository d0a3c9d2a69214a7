import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import i18next from 'i18next';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry as Entry } from '#contract/audit.ts';
import { DayTime } from '../../ui/day-time.tsx';
import { Icon } from '../../ui/icon.tsx';
import { HealthDot } from '../../ui/small-parts.tsx';
import c from './audit.module.css';
import type { AuditSearch } from './audit-query.ts';
import { changesOf } from './changes-of.ts';
import { isGrave, whatHappened, whoDid } from './describe-entry.ts';
import { EntryDetails } from './entry-details.tsx';
import { fieldName, shownValue } from './field-name.ts';

/** One line of the trail: when, who and from where, what. It opens to before and after. */
export function AuditEntry({ entry, search }: { entry: Entry; search: AuditSearch }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const what = whatHappened(t, entry);
  return (
    <li className={c.entry} data-open={isOpen || undefined}>
      <UnstyledButton
        className={c.line}
        aria-expanded={isOpen}
        aria-controls={isOpen ? details : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={c.when}>
          <DayTime at={entry.at} />
        </span>
        <span className={c.who}>
          <b>{whoDid(t, entry)}</b>
          <small>{entry.ip ?? t('audit.no_place')}</small>
        </span>
        <span className={c.what}>
          <b>{isGrave(entry) ? <HealthDot level="warn">{what}</HealthDot> : what}</b>
          <small>{summary(entry)}</small>
        </span>
        <Icon of={IconChevronRight} size={16} />
      </UnstyledButton>
      {isOpen && <EntryDetails id={details} entry={entry} search={search} />}
    </li>
  );
}

/** What it was done to, and what it changed, as far as a line holds. */
function summary(entry: Entry): string {
  const { changes, more } = changesOf(entry);
  // Whose account it was tried at says the title already.
  const told = more.filter(([name, value]) => value !== null && !(entry.title && ['email', 'address'].includes(name)));
  const about =
    changes.length > 0
      ? changes.map(({ name }) => fieldName(entry.entity, name))
      : told.map(([, value]) => shownValue(value));
  const title = entry.title ?? (entry.entity_id === null ? undefined : `#${entry.entity_id}`);
  const erased = entry.erased_at === null ? '' : i18next.t('audit.erased.short');
  return [title, about.slice(0, 4).join(', '), erased].filter(Boolean).join(' · ');
}

const linked = { products: 'products', companies: 'companies', customers: 'customers' } as const;

/** The thing itself, where the desk has a page for it. */
export function ThingLink({ entry: { entity, entity_id, title } }: { entry: Entry }) {
  const { t } = useTranslation();
  if (entity_id === null) return null;
  const text = title ?? `#${entity_id}`;
  if (entity === 'tickets')
    return (
      <Link data-thumb to="/tickets/$id" params={{ id: entity_id }}>
        {text}
      </Link>
    );
  if (entity === 'mailboxes')
    return (
      <Link data-thumb to="/mailboxes/$id/edit" params={{ id: entity_id }}>
        {text}
      </Link>
    );
  if (entity === 'integrations')
    return (
      <Link data-thumb to="/integrations/$id/edit" params={{ id: entity_id }}>
        {text}
      </Link>
    );
  if (entity in linked)
    return (
      <Link data-thumb to="/$entity/$id/edit" params={{ entity: linked[entity as keyof typeof linked], id: entity_id }}>
        {text}
      </Link>
    );
  return <span>{entity === 'accounts' ? text : t('audit.thing_number', { name: text, id: entity_id })}</span>;
}

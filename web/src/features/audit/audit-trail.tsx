import { Button, Select } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { mayDo, type Self, useSelf } from '../../api/self.ts';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import list from '../../ui/list-page.module.css';
import { usePageTitle } from '../../ui/page-title.ts';
import { Problem } from '../../ui/problem.tsx';
import { useShell } from '../../ui/shell.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import c from './audit.module.css';
import { CheckButton, CheckResult, useAuditCheck } from './audit-check.tsx';
import { AuditEntry } from './audit-entry.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { type AuditSearch, auditQuery, exportAddress, type Whose } from './audit-query.ts';
import { NewerEntries } from './newer-entries.tsx';

/** Who did what: a company's trail, or the installation's for its operators. */
export function AuditTrail({ search }: { search: AuditSearch }) {
  const { t } = useTranslation();
  usePageTitle(t('audit.title'));
  const navigate = useNavigate();
  const choices = useChoices(useSelf());
  const whose: Whose = choices.find((one) => one.id === (search.company ?? choices[0]?.id))?.id || null;
  const check = useAuditCheck(whose);
  const choose = (change: AuditSearch) =>
    void navigate({ to: '/audit', search: { ...search, ...change }, replace: true });

  return (
    <div className={list.page}>
      <div className={`${list.bar} ${c.bar}`}>
        <Title />
        {choices.length > 1 && (
          <Select
            aria-label={t('audit.whose')}
            data={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(whose ?? 0)}
            onChange={(id) => {
              check.reset();
              if (id !== null) void navigate({ to: '/audit', search: { company: Number(id) } });
            }}
            allowDeselect={false}
            className={c.whose}
          />
        )}
        <span className={list.gap} />
        <CheckButton check={check} />
        <Button
          component="a"
          variant="default"
          href={exportAddress(whose, search)}
          download
          aria-label={t('audit.export')}
          leftSection={<Icon of={IconDownload} size={16} />}
        >
          <span className={c.buttonText}>{t('audit.export')}</span>
        </Button>
      </div>
      <AuditFilters whose={whose} search={search} choose={choose} />
      <CheckResult check={check} />
      <Entries whose={whose} search={search} />
    </div>
  );
}

/** The companies whose trail the person may read; 0 is the installation. */
function useChoices(who: Self): { id: number; name: string }[] {
  const { t } = useTranslation();
  const companies = who.companies
    .filter(({ id }) => mayDo(who, 'audit.get', id))
    .map(({ id, company_name }) => ({ id, name: company_name }));
  return who.user.is_operator ? [...companies, { id: 0, name: t('audit.installation') }] : companies;
}

function Title() {
  const { t } = useTranslation();
  const { openViews } = useShell();
  return (
    <h1>
      <button type="button" className={list.title} onClick={openViews}>
        {t('audit.title')}
        <Icon of={IconChevronDown} size={16} />
      </button>
    </h1>
  );
}

function Entries({ whose, search }: { whose: Whose; search: AuditSearch }) {
  const { t } = useTranslation();
  const found = useInfiniteQuery(auditQuery(whose, search));
  const top = useRef<HTMLDivElement>(null);
  if (!found.data && found.error) return <Problem error={found.error} retry={() => void found.refetch()} />;
  if (!found.data)
    return <SkeletonRows label={t('list.loading')} columns="116px 200px minmax(0, 1fr)" height={56} lines={2} />;
  const entries = found.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) {
    const isNarrowed = Object.entries(search).some(([name, value]) => name !== 'company' && value !== undefined);
    return (
      <Empty title={t(isNarrowed ? 'audit.none_such' : 'audit.empty')}>
        {isNarrowed ? undefined : t('audit.empty_text')}
      </Empty>
    );
  }
  return (
    <div className={list.scroll} ref={top}>
      <NewerEntries
        whose={whose}
        search={search}
        after={entries[0]?.number ?? 0}
        isLoading={found.isRefetching}
        show={() => void found.refetch().then(() => top.current?.scrollTo({ top: 0 }))}
      />
      <ol className={c.list} aria-label={t('audit.title')}>
        {entries.map((entry) => (
          <AuditEntry key={entry.number} entry={entry} search={search} />
        ))}
      </ol>
      <div className={c.end}>
        {found.hasNextPage ? (
          <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {t('audit.older')}
          </Button>
        ) : (
          <span>{t('audit.beginning')}</span>
        )}
      </div>
    </div>
  );
}

import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listOperated, type OperatedCompany, operatedPerPage, operatedStates } from '#contract/operated-companies.ts';
import { callQuery } from '../../api/call.ts';
import { formatNumber } from '../../i18n/time.ts';
import { useAskPassword } from '../../ui/ask-password.tsx';
import { BackToList } from '../../ui/back-to-list.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import list from '../../ui/list-page.module.css';
import { usePageTitle } from '../../ui/page-title.ts';
import { Problem } from '../../ui/problem.tsx';
import { rowsRange } from '../../ui/rows-range.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import c from './operated-companies.module.css';
import type { OperatedSearch } from './operated-search.ts';
import { OperatedTable } from './operated-table.tsx';
import { OperatorPages } from './operator-pages.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';
import { useResume } from './use-resume.ts';

const searchPauseMs = 250;
const address = '/try-to-guess-url/admin/companies';

/** Every company of the installation: how large it is, whether it works, and the way to keep it from working. */
export function OperatedCompanies({ search }: { search: OperatedSearch }) {
  const { t } = useTranslation();
  usePageTitle(t('operators.companies.title'));
  const navigate = useNavigate();
  const choose = (change: OperatedSearch) =>
    void navigate({ to: address, search: { ...search, page: undefined, ...change }, replace: true });
  const { find = '', state = 'all', sort = 'name', page = 1 } = search;
  const found = useQuery({
    ...callQuery(listOperated, { search: find, state, sort, descending: search.desc ?? 0, page }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const password = useAskPassword(t('operators.password_lead'));
  const [suspending, setSuspending] = useState<OperatedCompany>();
  const resume = useResume(password.run);
  const rows = found.data?.companies ?? [];
  // The last page may have lost its rows since.
  const isBeyond = found.data && !found.isPlaceholderData && rows.length === 0 && found.data.total > 0;
  const lastPage = Math.max(1, Math.ceil((found.data?.total ?? 0) / operatedPerPage));
  useEffect(() => {
    if (isBeyond && lastPage < page) choose({ page: lastPage > 1 ? lastPage : undefined });
  });
  return (
    <div className={list.page}>
      <div className={list.bar}>
        <BackToList />
        <h1>{t('operators.companies.title')}</h1>
        <span className={list.gap} />
        <OperatorPages />
      </div>
      <div className={c.tools}>
        <nav className={list.segments} aria-label={t('list.segments.label')}>
          {operatedStates.map((one) => (
            <Link
              key={one}
              to={address}
              search={{ ...search, state: one === 'all' ? undefined : one, page: undefined }}
              // The router marks the exact address, and without a state it would be all of them.
              activeOptions={{ exact: true }}
              aria-current={one === state ? 'page' : undefined}
            >
              {t(`operators.companies.states.${one}`)} {found.data && formatNumber(found.data.counts[one])}
            </Link>
          ))}
        </nav>
        <Find words={find} seek={(words) => choose({ find: words === '' ? undefined : words })} />
      </div>
      {!found.data && found.error ? (
        <Problem error={found.error} retry={() => void found.refetch()} />
      ) : found.isPending ? (
        <SkeletonRows label={t('list.loading')} columns="minmax(0, 2fr) minmax(0, 2fr) minmax(0, 1fr)" height={44} />
      ) : rows.length === 0 ? (
        <Empty title={t('operators.companies.nothing')}>{t('operators.companies.nothing_text')}</Empty>
      ) : (
        <div className={list.scroll}>
          <OperatedTable
            rows={rows}
            sort={sort}
            isDescending={search.desc === 1}
            sortBy={(next, isDescending) => choose({ sort: next, desc: isDescending ? 1 : undefined })}
            suspend={setSuspending}
            resume={(one) => void resume(one)}
          />
        </div>
      )}
      {found.data && found.data.total > 0 && (
        <Foot
          total={found.data.total}
          page={page}
          shown={rows.length}
          turn={(next) => choose({ page: next > 1 ? next : undefined })}
        />
      )}
      {suspending && <SuspendDialog of={suspending} run={password.run} close={() => setSuspending(undefined)} />}
      {password.dialog}
    </div>
  );
}

/** Searches while it is typed in, a moment after the last letter. */
function Find({ words, seek }: { words: string; seek: (words: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(words);
  const soon = useDebouncedCallback((next: string) => seek(next.trim()), searchPauseMs);
  return (
    <TextInput
      className={c.find}
      variant="filled"
      type="search"
      aria-label={t('operators.companies.find')}
      placeholder={t('operators.companies.find')}
      leftSection={<Icon of={IconSearch} size={16} />}
      maxLength={100}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        soon(value);
      }}
    />
  );
}

function Foot(props: { total: number; page: number; shown: number; turn: (page: number) => void }) {
  const { total, page, shown, turn } = props;
  const { t } = useTranslation();
  const before = (page - 1) * operatedPerPage;
  return (
    <div className={list.foot}>
      <span>{rowsRange(before + 1, before + shown, formatNumber(total))}</span>
      <span className={list.gap} />
      <ActionIcon size={28} aria-label={t('list.previous')} disabled={page === 1} onClick={() => turn(page - 1)}>
        <Icon of={IconChevronLeft} size={16} />
      </ActionIcon>
      <ActionIcon
        size={28}
        aria-label={t('list.next')}
        disabled={before + shown >= total}
        onClick={() => turn(page + 1)}
      >
        <Icon of={IconChevronRight} size={16} />
      </ActionIcon>
    </div>
  );
}

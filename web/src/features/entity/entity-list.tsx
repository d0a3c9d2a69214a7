import { ActionIcon, Select } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/time.ts';
import { Icon } from '../../ui/icon.tsx';
import c from '../../ui/list-page.module.css';
import { usePageTitle } from '../../ui/page-title.ts';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { Declaration } from './declaration.ts';
import { EntityBulkBar } from './entity-bulk-bar.tsx';
import { EntityEmpty } from './entity-empty.tsx';
import { EntityListBar } from './entity-list-bar.tsx';
import { EntityTable } from './entity-table.tsx';
import { type Found, listQuery } from './list-queries.ts';
import {
  type ListSearch,
  type PageSize,
  pageSizes,
  rememberedPageSize,
  rememberPageSize,
  useSegment,
} from './list-state.ts';

/** One list for every noun: segments, search, sort, pages, selection. */
export function EntityList({ of, search }: { of: Declaration; search: ListSearch }) {
  usePageTitle(useTranslation().t(`entities.${of.name}.plural`));
  const segment = useSegment();
  const navigate = useNavigate();
  const { q: words = '', sort = of.defaultSort, from = 0, rows: size = rememberedPageSize() } = search;
  const found = useQuery(listQuery(of, { segment, sort, from, size, words }));
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a selection belongs to what it was made in
  useEffect(() => setPicked(new Set()), [of.name, segment, words]);
  const choose = (change: ListSearch) =>
    void navigate({
      to: '/$entity',
      params: { entity: of.name },
      search: { ...search, from: undefined, ...change },
      hash: (before) => before ?? '',
      replace: true,
    });

  return (
    <div className={c.page}>
      <EntityListBar of={of} words={words} seek={(next) => choose({ q: next || undefined })} />
      <ListBody
        of={of}
        found={found.data}
        error={found.error}
        retry={() => void found.refetch()}
        isSearch={words !== ''}
        sort={sort}
        sortBy={(next) => choose({ sort: next })}
        picked={picked}
        pick={setPicked}
      />
      {picked.size > 0 && <EntityBulkBar of={of} picked={picked} clear={() => setPicked(new Set())} />}
      {found.data && found.data.total > 0 && <ListFoot found={found.data} from={from} size={size} choose={choose} />}
    </div>
  );
}

function ListBody(props: {
  of: Declaration;
  found: Found | undefined;
  error: unknown;
  retry: () => void;
  isSearch: boolean;
  sort: string;
  sortBy: (sort: string) => void;
  picked: ReadonlySet<number>;
  pick: (ids: ReadonlySet<number>) => void;
}) {
  const { of, found, error, isSearch, ...table } = props;
  const { t } = useTranslation();
  const label = t(`entities.${of.name}.plural`);
  if (!found && error) return <Problem error={error} retry={props.retry} />;
  if (!found)
    return (
      <SkeletonRows label={t('list.loading')} columns="minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr)" height={44} />
    );
  if (found.total === 0) return <EntityEmpty of={of} isSearch={isSearch} />;
  return (
    <section className={c.scroll} aria-label={t('list.table', { name: label })}>
      <EntityTable
        of={of}
        rows={found.rows}
        sort={table.sort}
        sortBy={table.sortBy}
        picked={table.picked}
        pick={table.pick}
      />
    </section>
  );
}

function ListFoot(props: { found: Found; from: number; size: PageSize; choose: (change: ListSearch) => void }) {
  const { found, from, size, choose } = props;
  const { t } = useTranslation();
  const last = Math.min(from + found.rows.length, found.total);
  const total = formatNumber(found.total) + (found.totalIsCapped ? '+' : '');
  const page = (next: number) => choose({ from: next > 0 ? next : undefined });
  const resize = (value: string | null) => {
    const next = pageSizes.find((one) => String(one) === value);
    if (!next) return;
    rememberPageSize(next);
    choose({ rows: next });
  };
  return (
    <div className={c.foot}>
      <span>{t('list.range', { from: from + 1, to: last, total })}</span>
      <span className={c.gap} />
      <span aria-hidden>{t('list.rows')}</span>
      <Select
        aria-label={t('list.rows_label')}
        size="xs"
        w={72}
        data={pageSizes.map(String)}
        value={String(size)}
        onChange={resize}
        allowDeselect={false}
      />
      <ActionIcon size={28} aria-label={t('list.previous')} disabled={from === 0} onClick={() => page(from - size)}>
        <Icon of={IconChevronLeft} size={16} />
      </ActionIcon>
      <ActionIcon
        size={28}
        aria-label={t('list.next')}
        disabled={last >= found.total}
        onClick={() => page(from + size)}
      >
        <Icon of={IconChevronRight} size={16} />
      </ActionIcon>
    </div>
  );
}

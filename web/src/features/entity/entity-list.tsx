import { ActionIcon, Button, Select, TextInput, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronLeft, IconChevronRight, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import { formatNumber } from '../../i18n/time.ts';
import { Icon } from '../../ui/icon.tsx';
import { keyLabel, useKeys } from '../../ui/keys.ts';
import c from '../../ui/list-page.module.css';
import { usePageTitle } from '../../ui/page-title.ts';
import { Problem } from '../../ui/problem.tsx';
import { useShell } from '../../ui/shell.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Key } from '../../ui/small-parts.tsx';
import type { Declaration } from './declaration.ts';
import { EntityBulkBar } from './entity-bulk-bar.tsx';
import { EntityEmpty } from './entity-empty.tsx';
import { addLink } from './entity-links.ts';
import { EntityTable } from './entity-table.tsx';
import { countQuery, type Found, listQuery, searchedMax } from './list-queries.ts';
import {
  type ListSearch,
  type PageSize,
  pageSizes,
  rememberedPageSize,
  rememberPageSize,
  segments,
  useSegment,
} from './list-state.ts';

const searchPauseMs = 250;

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
      <ListBar of={of} words={words} seek={(next) => choose({ q: next || undefined })} />
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

function ListBar({ of, words, seek }: { of: Declaration; words: string; seek: (words: string) => void }) {
  const { t } = useTranslation();
  const who = useSelf();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const mayCreate = of.mayCreate(who);
  const add = () => void navigate(addLink(of.name));
  const seekLabel = t(`entities.${of.name}.find`);
  useKeys([
    { key: 'Slash', label: seekLabel, group: 'move', run: () => field.current?.focus() },
    { key: 'KeyC', label: t(`entities.${of.name}.add`), group: 'write', run: add, isOff: !mayCreate },
  ]);
  return (
    <div className={c.bar}>
      <ListTitle>{t(`entities.${of.name}.plural`)}</ListTitle>
      <Segments of={of} />
      <span className={c.gap} />
      <SeekField key={of.name} field={field} label={seekLabel} words={words} seek={seek} />
      {mayCreate && (
        <Tooltip
          label={
            <>
              {t(`entities.${of.name}.add`)} <Key>{keyLabel('KeyC')}</Key>
            </>
          }
        >
          <Button onClick={add} data-add aria-label={t(`entities.${of.name}.add`)}>
            <Icon of={IconPlus} size={16} />
            <span className={c.addText}>{t(`entities.${of.name}.add`)}</span>
          </Button>
        </Tooltip>
      )}
    </div>
  );
}

function ListTitle({ children }: { children: string }) {
  const { openViews, hasViews } = useShell();
  return (
    <h1>
      {hasViews ? (
        <button type="button" className={c.title} onClick={openViews}>
          {children}
          <Icon of={IconChevronDown} size={16} />
        </button>
      ) : (
        children
      )}
    </h1>
  );
}

function Segments({ of }: { of: Declaration }) {
  const { t } = useTranslation();
  const current = useSegment();
  const all = useQuery(countQuery(of, 'all')).data;
  const disabled = useQuery(countQuery(of, 'disabled')).data;
  const counts = { all, disabled };
  return (
    <nav className={c.segments} aria-label={t('list.segments.label')}>
      {segments.map((segment) => (
        <Link
          key={segment}
          to="/$entity"
          params={{ entity: of.name }}
          search={(before) => ({ ...before, from: undefined })}
          hash={segment}
          // The router marks the exact address; without a hash it is all of them.
          activeOptions={{ includeHash: true, includeSearch: false }}
          aria-current={segment === current ? 'page' : undefined}
        >
          {t(`list.segments.${segment}`)} {counts[segment] && formatNumber(counts[segment].total)}
        </Link>
      ))}
    </nav>
  );
}

/** Searches while it is typed in, a moment after the last letter. */
function SeekField(props: {
  field: React.RefObject<HTMLInputElement | null>;
  label: string;
  words: string;
  seek: (words: string) => void;
}) {
  const { field, label, words, seek } = props;
  const [typed, setTyped] = useState(words);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (next: string) => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => seek(next.trim()), searchPauseMs);
  };
  return (
    <TextInput
      ref={field}
      className={c.search}
      variant="filled"
      type="search"
      placeholder={label}
      aria-label={label}
      maxLength={100}
      leftSection={<Icon of={IconSearch} size={16} />}
      w={200}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        type('');
        field.current?.blur();
      }}
    />
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
      {found.isCutOff && <span>{t('list.cut_off', { max: formatNumber(searchedMax) })}</span>}
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

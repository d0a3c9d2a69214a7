import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/fetch-part.ts';
import { learnLater } from '../../i18n/language.ts';
import c from '../../ui/list-page.module.css';
import { usePageTitle } from '../../ui/page-title.ts';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { Declaration } from './declaration.ts';
import { EntityBulkBar } from './entity-bulk-bar.tsx';
import { EntityEmpty } from './entity-empty.tsx';
import { EntityListBar } from './entity-list-bar.tsx';
import { EntityListFoot } from './entity-list-foot.tsx';
import { EntityTable } from './entity-table.tsx';
import { type Found, listQuery } from './list-queries.ts';
import {
  conditionsOf,
  type ListSearch,
  readFilters,
  readSort,
  useSegment,
  usualPageSize,
  writeFilters,
} from './list-state.ts';
import { type Columns, useColumns } from './use-columns.ts';
import { useLettingGo } from './use-letting-go.ts';
import { type Picking, usePicking } from './use-picking.ts';
import { useSteadyRows } from './use-steady-rows.ts';

const PhoneListItems = lazyPart(async () => {
  const [file] = await Promise.all([import('./phone-list-items.tsx'), learnLater('phone_list')]);
  return { default: file.PhoneListItems };
});

/** A segment that is no list of these rows: `name` leads to its hash, and shows `body` instead. */
export type OtherSegment = {
  readonly hash: string;
  readonly name: string;
  readonly count?: number | undefined;
  readonly body: ReactNode;
};

/** What a list shows, whatever its page. */
type ShownRows = { readonly conditions: ReturnType<typeof conditionsOf>; readonly search: string };

type Props = {
  of: Declaration;
  search: ListSearch;
  other?: OtherSegment | undefined;
  /** Between the bar and the rows. */
  lead?: ReactNode;
  /** What else can be done with all rows that are found; `onPhone`: what the head of the table does elsewhere. */
  more?: (shown: ShownRows, onPhone: ReactNode) => ReactNode;
};

/** One list for every noun: segments, search, filters, columns, sort, pages, selection. */
export function EntityList({ of, search, other, lead, more }: Props) {
  usePageTitle(useTranslation().t(`entities.${of.name}.plural`));
  const segment = useSegment();
  const hash = useRouterState({ select: (state) => state.location.hash });
  const isOther = other !== undefined && hash === other.hash;
  const navigate = useNavigate();
  const { q: words = '', from = 0, rows: size = usualPageSize } = search;
  const sort = readSort(of, search.sort);
  const chosen = readFilters(of, search.filter);
  const found = useQuery(listQuery(of, { segment, chosen, sort, from, size, words }));
  // A selection belongs to what it was made in, whichever page that is on.
  const kind = [of.name, segment, words, writeFilters(chosen)].join(' ');
  const picking = usePicking(of, kind, found.isPlaceholderData);
  const shown = { conditions: conditionsOf(of, segment, chosen), search: words };
  useLettingGo(of, shown, found.isPlaceholderData ? undefined : found.data?.rows, picking);
  const columns = useColumns(of);
  // Back undoes what was chosen, and no single letter.
  const choose = (change: ListSearch, replace = false) =>
    void navigate({
      to: '/$entity/search',
      params: { entity: of.name },
      // What the address says by then: two changes in the same moment would otherwise undo each other.
      search: (before) => ({ ...before, from: undefined, ...change }),
      hash: (before) => before ?? '',
      replace,
    });

  // The last page may have lost its rows since.
  const isBeyond = found.data && !found.isPlaceholderData && found.data.rows.length === 0 && found.data.total > 0;
  const lastPage = Math.floor(Math.max(0, (found.data?.total ?? 0) - 1) / size) * size;
  useEffect(() => {
    if (isBeyond && lastPage < from) choose({ from: lastPage || undefined }, true);
  });

  const sortBy = (next: string) => choose({ sort: next });
  const here = found.data?.rows ?? none;
  const onPhone = here.length > 0 && <PhoneListItems rows={here} {...{ of, columns, sort, sortBy, picking }} />;
  return (
    <div className={c.page}>
      <EntityListBar
        of={of}
        words={words}
        seek={(next) => choose({ q: next || undefined }, true)}
        chosen={chosen}
        filter={(next) => choose({ filter: writeFilters(next) })}
        columns={columns}
        other={other}
        isOther={isOther}
        more={more?.(shown, onPhone)}
      />
      {isOther ? (
        other.body
      ) : (
        <>
          {lead}
          <ListBody
            of={of}
            found={found.data}
            error={found.error}
            retry={() => void found.refetch()}
            isNarrowed={words !== '' || Object.keys(chosen).length > 0}
            widen={() => choose({ q: undefined, filter: undefined })}
            list={[kind, sort, from, size].join(' ')}
            isOld={found.isPlaceholderData}
            isSettled={!found.isFetching}
            columns={columns}
            sort={sort}
            sortBy={sortBy}
            picking={picking}
          />
          {picking.picked.size > 0 && <EntityBulkBar of={of} picking={picking} />}
          {found.data && found.data.total > 0 && (
            <EntityListFoot found={found.data} from={from} size={size} choose={choose} />
          )}
        </>
      )}
    </div>
  );
}

function ListBody(props: {
  of: Declaration;
  found: Found | undefined;
  error: unknown;
  retry: () => void;
  isNarrowed: boolean;
  widen: () => void;
  list: string;
  isOld: boolean;
  isSettled: boolean;
  columns: Columns;
  sort: string;
  sortBy: (sort: string) => void;
  picking: Picking;
}) {
  const { of, found, error, list, columns, sort, sortBy, picking } = props;
  const { t } = useTranslation();
  const [isPointing, point] = useState(false);
  // What goes from under the pointer is not left by it.
  const leaving = useCallback(() => () => point(false), []);
  const rows = useSteadyRows(of, found?.rows ?? none, found ? list : '', isPointing, props);
  if (!found && error) return <Problem error={error} retry={props.retry} />;
  if (!found) {
    const grid = ['24px', 'minmax(0, 2fr)', ...columns.shown.slice(1).map(() => 'minmax(0, 1fr)')].join(' ');
    return <SkeletonRows label={t('list.loading')} columns={grid} height={44} folds />;
  }
  if (found.total === 0 && rows.length === 0)
    return <EntityEmpty of={of} isNarrowed={props.isNarrowed} widen={props.widen} />;
  return (
    <section
      className={c.scroll}
      ref={leaving}
      aria-label={t('list.table', { name: t(`entities.${of.name}.plural`) })}
      // Where a dialog has just gone from under the pointer, nothing enters: what moves is here.
      onPointerOver={() => point(true)}
      onPointerMove={() => point(true)}
      onPointerLeave={() => point(false)}
    >
      <EntityTable of={of} rows={rows} columns={columns.shown} sort={sort} sortBy={sortBy} picking={picking} />
    </section>
  );
}
const none: Found['rows'] = [];

import { ActionIcon, Select } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { countText } from '../../ui/count-text.ts';
import { Icon } from '../../ui/icon.tsx';
import c from '../../ui/list-page.module.css';
import { rowsRange } from '../../ui/rows-range.ts';
import type { Found } from './list-queries.ts';
import { type ListSearch, type PageSize, pageSizes, rememberPageSize } from './list-state.ts';

type Props = { found: Found; from: number; size: PageSize; choose: (change: ListSearch) => void };

/** Below a list: which rows these are, how many stand on a page, and the pages beside it. */
export function EntityListFoot({ found, from, size, choose }: Props) {
  const { t } = useTranslation();
  const last = Math.min(from + found.rows.length, found.total);
  // Beyond what is counted there may be more: a full page says so.
  const hasMore = found.totalIsCapped ? found.rows.length === size : last < found.total;
  const total = countText({ count: found.total, isCapped: found.totalIsCapped });
  const page = (next: number) => choose({ from: next > 0 ? next : undefined });
  const resize = (value: string | null) => {
    const next = pageSizes.find((one) => String(one) === value);
    if (!next) return;
    rememberPageSize(next);
    choose({ rows: next });
  };
  return (
    <div className={c.foot}>
      <span>{rowsRange(from + 1, Math.max(last, from + found.rows.length), total)}</span>
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
      <ActionIcon size={28} aria-label={t('list.next')} disabled={!hasMore} onClick={() => page(from + size)}>
        <Icon of={IconChevronRight} size={16} />
      </ActionIcon>
    </div>
  );
}

import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Entity, type Row, rowsPerCallMax } from '#contract/entity.ts';
import type { RowsQuery } from '../../../api/rows.ts';
import { formatNumber } from '../../../i18n/time.ts';
import { usePages } from '../../../ui/use-pages.ts';
import c from './rest-of-views.module.css';

type Props<E extends Entity> = { of: E; query: RowsQuery; total: number; draw: (row: Row<E>) => ReactNode };

/** What a company has beyond the first page, as it is asked for. */
export default function RestOfViews<E extends Entity & { fields: { id: unknown } }>({
  of,
  query,
  total,
  draw,
}: Props<E>) {
  const { t } = useTranslation();
  const { rows, isLoading, more } = usePages(of, query, 1);
  const left = total - rowsPerCallMax - rows.length;
  return (
    <>
      {rows.map(draw)}
      {left > 0 && (
        <UnstyledButton
          className={c.more}
          disabled={isLoading}
          onClick={({ currentTarget: { previousElementSibling: last } }) =>
            more(() => (last?.nextElementSibling as HTMLElement | null)?.focus())
          }
        >
          {t('list.rest', { left: formatNumber(left) })}
        </UnstyledButton>
      )}
    </>
  );
}

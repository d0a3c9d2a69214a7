import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { products } from '#contract/products.ts';
import type { RowsQuery } from '../../../api/rows.ts';
import { useMay, useSelf } from '../../../api/self.ts';
import { formatNumber } from '../../../i18n/time.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ButtonLink } from '../../../ui/link-parts.tsx';
import c from '../../../ui/list-page.module.css';
import { ListTitle } from '../../../ui/list-title.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { Problem } from '../../../ui/problem.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { usePages } from '../../../ui/use-pages.ts';
import { WhyNot } from '../../../ui/why-not.tsx';

const inboxes: RowsQuery = {
  fields: ['id', 'name', 'abbreviation', 'color', 'company_id', 'unresolved_tickets'],
  conditions: [['is_deleted', '=', 0]],
  sort: [['name', 'asc']],
};

/** The products a person works in, with what is not resolved there; each leads to its tickets (SPEC section 2). */
export function InboxList() {
  const { t } = useTranslation();
  const { companies } = useSelf();
  usePageTitle(t('inboxes.title'));
  const { rows, first, isLoading, more } = usePages(products, inboxes, 0);
  const left = (first?.data?.total ?? 0) - rows.length;
  const body = useRef<HTMLTableSectionElement>(null);
  const nameOf = (id: number) => companies.find((one) => one.id === id)?.company_name;
  return (
    <div className={c.page}>
      <div className={c.bar}>
        <ListTitle>{t('inboxes.title')}</ListTitle>
        <span className={c.gap} />
        <AddInbox />
      </div>
      {first?.isError ? (
        <Problem error={first.error} retry={() => void first.refetch()} />
      ) : !first?.data ? (
        <SkeletonRows label={t('list.loading')} columns="minmax(0, 2fr) minmax(0, 1fr)" height={44} />
      ) : rows.length === 0 ? (
        <Empty title={t('inboxes.none')}>{t('inboxes.none_text')}</Empty>
      ) : (
        <section className={c.scroll} aria-label={t('inboxes.title')}>
          <table className={c.table}>
            <thead>
              <tr>
                <th scope="col">{t('inboxes.name')}</th>
                {companies.length > 1 && <th scope="col">{t('list.company')}</th>}
                <th scope="col" data-number>
                  {t('inboxes.unresolved')}
                </th>
              </tr>
            </thead>
            <tbody ref={body}>
              {rows.map((one) => (
                <tr key={one.id}>
                  <td className={c.first}>
                    <Link className={c.open} to="/tickets" search={{ product: one.id }}>
                      <span className={c.named}>
                        <Chip of={one} />
                        <b>{one.name}</b>
                      </span>
                    </Link>
                  </td>
                  {companies.length > 1 && <td data-phone="second">{nameOf(one.company_id)}</td>}
                  <td data-number data-phone="end">
                    {formatNumber(one.unresolved_tickets)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {left > 0 && (
            <Button
              variant="subtle"
              loading={isLoading}
              onClick={() => more(() => body.current?.rows[rows.length]?.querySelector('a')?.focus())}
            >
              {t('list.rest', { left: formatNumber(left) })}
            </Button>
          )}
        </section>
      )}
    </div>
  );
}

function AddInbox() {
  const { t } = useTranslation();
  const mayAdd = useMay('products.create');
  return (
    <WhyNot reason={mayAdd ? undefined : t('why_not.role')}>
      <ButtonLink to="/$entity/add" params={{ entity: 'products' }} data-add aria-label={t('entities.products.add')}>
        <Icon of={IconPlus} size={16} />
        <span className={c.addText}>{t('entities.products.add')}</span>
      </ButtonLink>
    </WhyNot>
  );
}

import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { products as productsNoun } from '#contract/products.ts';
import { rowQuery } from '../../../api/rows.ts';
import { formatNumber } from '../../../i18n/time.ts';
import { Dot } from '../../../ui/chip.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useApart } from '../../../ui/offered/apart.ts';
import { productsQuery, toProduct } from '../ticket-queries.ts';
import { type TicketSearch, views } from '../views/ticket-search.ts';
import c from './folded-list.module.css';

/** The views, folded into the title of the list. */
export function FoldedTitle({ search }: { search: TicketSearch }) {
  const { t } = useTranslation();
  const { data: products } = useQuery(productsQuery);
  const isBeyond = products !== undefined && products.total > products.rows.length;
  const listed = products?.rows.find((one) => one.id === search.product);
  const { data: other } = useQuery({
    ...rowQuery(productsNoun, search.product ?? 0, toProduct.fields),
    enabled: isBeyond && search.product !== undefined && !listed,
  });
  const product = listed ?? other;
  const nameOf = useApart(products?.rows);
  return (
    <h2 className={c.title}>
      <Menu position="bottom-start">
        <Menu.Target>
          <UnstyledButton className={c.views}>
            {search.search ?? (product && nameOf(product)) ?? t(`tickets.views.${search.view ?? 'open'}`)}
            <Icon of={IconChevronDown} size={14} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item
              key={view}
              renderRoot={(props) => <Link to="/tickets" search={view === 'open' ? {} : { view }} {...props} />}
            >
              {t(`tickets.views.${view}`)}
            </Menu.Item>
          ))}
          {(products?.rows.length ?? 0) > 0 && <Menu.Divider />}
          {products?.rows.map((one) => (
            <Menu.Item
              key={one.id}
              leftSection={<Dot color={one.color} />}
              renderRoot={(props) => <Link to="/tickets" search={{ product: one.id }} {...props} />}
            >
              {nameOf(one)}
            </Menu.Item>
          ))}
          {isBeyond && (
            <Menu.Item renderRoot={(props) => <Link to="/inboxes" {...props} />}>
              {t('list.rest', { left: formatNumber(products.total - products.rows.length) })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </h2>
  );
}

import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Dot } from '../../../ui/chip.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { productsQuery } from '../ticket-queries.ts';
import { type TicketSearch, views } from '../views/ticket-search.ts';
import c from './folded-list.module.css';

/** The views, folded into the title of the list. */
export function FoldedTitle({ search }: { search: TicketSearch }) {
  const { t } = useTranslation();
  const { data: products } = useQuery(productsQuery);
  const product = products?.rows.find((one) => one.id === search.product);
  return (
    <h2 className={c.title}>
      <Menu position="bottom-start">
        <Menu.Target>
          <UnstyledButton className={c.views}>
            {search.search ?? product?.name ?? t(`tickets.views.${search.view ?? 'open'}`)}
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
              {one.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </h2>
  );
}

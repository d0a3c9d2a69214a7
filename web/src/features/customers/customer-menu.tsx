import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowMerge, IconBan, IconDots, IconEraser, IconFileExport } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { MenuLater } from '../../ui/menu-later.tsx';
import { type CustomerCard, nameOf } from './customer-queries.ts';
import { EraseDialog, ExportDialog } from './forever-later.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import type { CustomerActions } from './use-customer-actions.ts';

type Asked = 'merge' | 'export' | 'erase';

/** What concerns a customer as a whole: merged with another, blocked, exported, erased. */
export function CustomerMenu(props: {
  card: CustomerCard;
  does: CustomerActions;
  size?: number;
  /** This one went into another: who shows nobody else goes along. */
  follow?: (customerId: number) => void;
}) {
  const { card, does, size = 32, follow } = props;
  const { t } = useTranslation();
  const [asked, ask] = useState<Asked | null>(null);
  const close = () => ask(null);
  const name = nameOf(card) || t('tickets.no_name');
  return (
    <>
      <MenuLater
        position="bottom-end"
        button={
          <ActionIcon size={size} variant="subtle" color="gray" aria-label={t('customer_page.menu', { name })}>
            <Icon of={IconDots} />
          </ActionIcon>
        }
      >
        {() => (
          <>
            <Menu.Item
              leftSection={<Icon of={IconArrowMerge} size={16} />}
              disabled={!card.can.merge}
              onClick={() => ask('merge')}
            >
              {t('customer_page.merge.open')}
            </Menu.Item>
            <Menu.Item
              leftSection={<Icon of={IconBan} size={16} />}
              disabled={!card.can.update}
              onClick={() => void does.block(card.is_blocked === 0)}
            >
              {t(card.is_blocked ? 'customer_page.unblock' : 'customer_page.block')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              leftSection={<Icon of={IconFileExport} size={16} />}
              disabled={!card.can.export}
              onClick={() => ask('export')}
            >
              {t('customer_page.export')}
            </Menu.Item>
            <Menu.Item
              leftSection={<Icon of={IconEraser} size={16} />}
              color="var(--p-danger)"
              disabled={!card.can.erase}
              onClick={() => ask('erase')}
            >
              {t('customer_page.erase')}
            </Menu.Item>
          </>
        )}
      </MenuLater>
      {asked === 'merge' && <MergeDialog card={card} other={null} does={does} follow={follow} close={close} />}
      <Suspense>
        {asked === 'export' && <ExportDialog card={card} close={close} />}
        {asked === 'erase' && <EraseDialog card={card} does={does} close={close} />}
      </Suspense>
    </>
  );
}

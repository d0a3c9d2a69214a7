import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { customerCard, findCustomers } from '#contract/customers.ts';
import { callQuery } from '../../api/call.ts';
import { knownZone } from '../../i18n/time-zones.ts';
import { WhenMenu, type WhenMenuProps } from './when-menu.tsx';

/** Who gets it: the customer of a ticket, or whoever of a company has this address. */
export type Whom = number | { readonly companyId: number; readonly address: string } | null;

type Props = Pick<WhenMenuProps, 'opened' | 'setOpened' | 'onChoose' | 'children'> & { whom: Whom };

/** When a letter leaves: by one's own clock, or by that of whoever gets it. */
export function SendLaterMenu({ whom, ...menu }: Props) {
  const { t } = useTranslation();
  const isAddress = whom !== null && typeof whom === 'object';
  const found = useQuery({
    ...callQuery(findCustomers, isAddress ? { company_id: whom.companyId, words: whom.address } : nobody),
    enabled: isAddress && menu.opened,
  });
  const address = isAddress ? whom.address.toLowerCase() : '';
  const id = isAddress ? found.data?.customers.find((one) => one.email?.toLowerCase() === address)?.id : whom;
  const card = useQuery({ ...callQuery(customerCard, { id: id ?? 0 }), enabled: Boolean(id) && menu.opened });
  return (
    <WhenMenu
      {...menu}
      title={t('composer.send_at')}
      action={t('composer.send_later_action')}
      // Of several, of whoever has no page yet, and of whom one may not see there is nothing to say.
      theirs={card.data ? (knownZone(card.data.zone) ?? 'unknown') : 'untold'}
    />
  );
}

const nobody = { company_id: 0, words: '' };

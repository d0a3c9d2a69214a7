import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { FoundCustomer } from '#contract/search.ts';
import { Face } from '../../ui/face.tsx';
import { MarkedText } from '../../ui/marked-text.tsx';
import { readableMarked } from '../../ui/readable-address.ts';
import c from './search.module.css';

export function CustomerRow({ customer, onOpen }: { customer: FoundCustomer; onOpen: () => void }) {
  const { t } = useTranslation();
  const { name, phone } = customer;
  const email = customer.email && readableMarked(customer.email);
  return (
    <li className={c.row}>
      <Link
        data-result
        className={c.link}
        to="/customer/$customerId"
        params={{ customerId: customer.id }}
        onClick={onOpen}
      >
        <span className={c.source}>
          <Face name={name.text || (email?.text ?? '?')} size={20} />
        </span>
        <span className={c.who}>
          <b className={c.title}>
            <MarkedText of={name.text === '' && email ? email : name} />
          </b>
        </span>
        <span className={c.what}>
          <span className={c.excerpt}>
            {name.text !== '' && email && <MarkedText of={email} />}
            {phone && (
              <>
                {' '}
                <MarkedText of={phone} />
              </>
            )}
          </span>
        </span>
        <span className={c.state}>{customer.is_deleted === 1 && t('list.segments.disabled')}</span>
        <span className={c.time}>{t('search.tickets_of', { count: customer.tickets })}</span>
      </Link>
    </li>
  );
}

import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { dayWithin } from '../../i18n/time.ts';
import c from './customer.module.css';
import type { CustomerCard } from './customer-queries.ts';

/** How they found their chats, the newest first, and what they agreed to before they wrote. */
export function CustomerRatings({ ratings, consents }: Pick<CustomerCard, 'ratings' | 'consents'>) {
  const { t } = useTranslation();
  return (
    <>
      {ratings.length > 0 && (
        <section className={c.part} aria-label={t('customer_page.ratings.title')}>
          <h2>{t('customer_page.ratings.title')}</h2>
          <ul className={c.ratings}>
            {ratings.map((one) => (
              <li key={one.ticket_id}>
                <b data-rating={one.rating}>{t(`customer_page.ratings.${one.rating}`)}</b>
                {one.comment !== '' && <p>{one.comment}</p>}
                <small>
                  <Link to="/tickets/$id" params={{ id: one.ticket_id }} search={{}}>
                    {one.case_number}
                  </Link>{' '}
                  · {dayWithin(one.at)}
                </small>
              </li>
            ))}
          </ul>
        </section>
      )}
      {consents.length > 0 && (
        <section className={c.part} aria-label={t('customer_page.consents.title')}>
          <h2>{t('customer_page.consents.title')}</h2>
          <ul className={c.ratings}>
            {consents.map((one) => (
              <li key={`${one.quidget} ${one.at}`}>
                {t('customer_page.consents.given', { quidget: one.quidget })}
                <small>{dayWithin(one.at)}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

import { Button } from '@mantine/core';
import { IconArrowLeft, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/self.ts';
import { errorText } from '../../i18n/problem-text.ts';
import { dayWithin, formatDate, readTime } from '../../i18n/time.ts';
import { Empty } from '../../ui/empty.tsx';
import { Face } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ButtonLink } from '../../ui/link-parts.tsx';
import { readableAddress } from '../../ui/readable-address.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import c from './customer.module.css';
import { Fields } from './customer-fields.tsx';
import { CustomerMenu } from './customer-menu.tsx';
import { CustomerNotes } from './customer-notes.tsx';
import { type CustomerCard, cardQuery, nameOf } from './customer-queries.ts';
import { CustomerRatings } from './customer-ratings.tsx';
import { CustomerTags } from './customer-tags.tsx';
import { CustomerTimeline } from './customer-timeline.tsx';
import { Duplicates } from './duplicates.tsx';
import { ErasedNotice } from './forever-later.tsx';
import { Identities } from './identities.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { type CustomerActions, useCustomerActions } from './use-customer-actions.ts';

/** Somebody's page: who they are on the left, what they wrote about beside it. */
export function CustomerView({ id }: { id: number }) {
  const { t } = useTranslation();
  const { data: card, error } = useQuery(cardQuery(id));
  if (card) return <Known key={id} card={card} />;
  if (error)
    return (
      <Empty
        isPage
        title={t('customer_page.gone')}
        action={
          <ButtonLink variant="default" to="/$entity/search" params={{ entity: 'customers' }}>
            {t('form.back')}
          </ButtonLink>
        }
      >
        {errorText(error)}
      </Empty>
    );
  return <SkeletonRows label={t('common.loading')} columns="minmax(0, 1fr) 80px" height={52} lines={2} />;
}

function Known({ card }: { card: CustomerCard }) {
  const { t } = useTranslation();
  const does = useCustomerActions(card.id);
  const navigate = useNavigate();
  const [merging, merge] = useState<number | null>(null);
  const name = nameOf(card) || t('tickets.no_name');
  const onMerge = card.can.merge ? merge : null;
  return (
    <div className={c.page}>
      <Bar card={card} name={name} does={does} />
      <div className={c.body}>
        <div className={c.who}>
          <div className={c.head}>
            <Face name={name} size={44} />
            <div>
              <small>{t('customer_page.since', { day: formatDate(readTime(card.added)) })}</small>
              {card.counts.last && <small>{t('customer_page.last', { day: dayWithin(card.counts.last) })}</small>}
            </div>
          </div>
          {card.merged_into !== null && (
            <p className={c.notice}>
              {t('customer_page.merged')}{' '}
              <Link to="/customer/$customerId" params={{ customerId: card.merged_into }}>
                {t('customer_page.merged_to')}
              </Link>
            </p>
          )}
          {card.erasure && (
            <Suspense>
              <ErasedNotice card={card} />
            </Suspense>
          )}
          {card.is_blocked === 1 && <p className={c.notice}>{t('customer_page.is_blocked')}</p>}
          {!card.erasure && (
            <>
              <Duplicates id={card.id} onMerge={onMerge} mayChange={card.can.update} />
              <Fields card={card} does={does} />
              <Identities identities={card.identities} mayChange={card.can.update} does={does} onMerge={onMerge} />
              <CustomerTags card={card} does={does} />
              <CustomerNotes notes={card.notes} mayChange={card.can.update} does={does} />
            </>
          )}
          <CustomerRatings ratings={card.ratings} consents={card.consents} />
          {card.merges.length > 0 && <Merges card={card} does={does} />}
        </div>
        <CustomerTimeline id={card.id} companyId={card.company_id} all={card.counts.all} />
      </div>
      {merging !== null && (
        <MergeDialog
          card={card}
          other={merging}
          does={does}
          follow={(customerId) => void navigate({ to: '/customer/$customerId', params: { customerId } })}
          close={() => merge(null)}
        />
      )}
    </div>
  );
}

function Bar({ card, name, does }: { card: CustomerCard; name: string; does: CustomerActions }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayWrite = useMay('messages.create', card.company_id);
  return (
    <header className={c.bar}>
      <Link
        to="/$entity/search"
        params={{ entity: 'customers' }}
        className={c.backLink}
        aria-label={t('customer_page.back')}
      >
        <Icon of={IconArrowLeft} />
      </Link>
      <h1>{name}</h1>
      <i className={c.gap} />
      {mayWrite && card.email && card.merged_into === null && (
        <ButtonLink
          to="/compose"
          search={{ customer: card.id }}
          variant="default"
          size="xs"
          leftSection={<Icon of={IconMail} size={16} />}
        >
          {t('customer_page.write')}
        </ButtonLink>
      )}
      {!card.erasure && (
        <CustomerMenu
          card={card}
          does={does}
          follow={(customerId) => void navigate({ to: '/customer/$customerId', params: { customerId } })}
        />
      )}
    </header>
  );
}

function Merges({ card, does }: { card: CustomerCard; does: CustomerActions }) {
  const { t } = useTranslation();
  return (
    <section className={c.part} aria-label={t('customer_page.merge.earlier')}>
      <h2>{t('customer_page.merge.earlier')}</h2>
      <ul className={c.merges}>
        {card.merges.map((one) => (
          <li key={one.id}>
            <span>
              {readableAddress(one.name)}
              <small>
                {t('customer_page.merge.by', { who: one.by ?? t('customer_page.someone'), day: dayWithin(one.at) })}
              </small>
            </span>
            {card.can.merge && (
              <Button size="xs" variant="subtle" color="gray" onClick={() => void does.unmerge(one.id)}>
                {t('customer_page.merge.undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

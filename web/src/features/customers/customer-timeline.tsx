import { Button, SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../i18n/time.ts';
import { ChannelIcon } from '../../ui/channel-icon.tsx';
import { Chip } from '../../ui/chip.tsx';
import { AgentFace } from '../../ui/face.tsx';
import { OfferedSelect } from '../../ui/offered/offered-select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import c from './customer.module.css';
import {
  productsQuery,
  type TimelineFilter,
  type TimelineState,
  timelinePage,
  timelineQuery,
  timelineStates,
  toProduct,
} from './customer-queries.ts';

/** What somebody wrote about, the open ones first. */
export function CustomerTimeline({ id, companyId, all }: { id: number; companyId: number; all: number }) {
  const { t } = useTranslation();
  const [state, setState] = useState<TimelineState>('all');
  const [productId, setProduct] = useState<number | null>(null);
  const [pages, setPages] = useState(1);
  const filter = { id, state, productId };
  const { data, isPending } = useQuery({ ...timelineQuery(filter, 0), placeholderData: keepPreviousData });
  const more = (data?.total ?? 0) - pages * timelinePage;
  const { data: products } = useQuery(productsQuery(companyId));
  return (
    <section className={c.timeline} aria-label={t('customer_page.timeline.title')}>
      <div className={c.filters}>
        <h2>
          {t('customer_page.timeline.title')} <span>{all}</span>
        </h2>
        {all > 0 && (
          <SegmentedControl
            size="xs"
            aria-label={t('customer_page.timeline.state')}
            value={state}
            onChange={(next) => {
              setState(timelineStates.find((one) => one === next) ?? 'all');
              setPages(1);
            }}
            data={timelineStates.map((one) => ({ value: one, label: t(`customer_page.timeline.${one}`) }))}
          />
        )}
        {all > 0 && (products?.rows.length ?? 0) > 1 && (
          <OfferedSelect
            size="xs"
            aria-label={t('tickets.context.product')}
            placeholder={t('customer_page.timeline.every_product')}
            clearable
            to={toProduct}
            companyId={companyId}
            value={productId}
            onChange={(id) => {
              setProduct(id);
              setPages(1);
            }}
          />
        )}
      </div>
      {isPending && <SkeletonRows label={t('common.loading')} columns="minmax(0, 1fr) 80px" height={52} lines={2} />}
      {data?.rows.length === 0 && <p className={c.quiet}>{t('customer_page.timeline.none')}</p>}
      <ul className={c.tickets}>
        {Array.from({ length: pages }, (_, page) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place
          <TimelinePage key={page} filter={filter} page={page} />
        ))}
      </ul>
      {more > 0 && (
        <Button variant="default" size="xs" onClick={() => setPages(pages + 1)}>
          {t('customer_page.timeline.more', { count: more })}
        </Button>
      )}
    </section>
  );
}

function TimelinePage({ filter, page }: { filter: TimelineFilter; page: number }) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...timelineQuery(filter, page), placeholderData: keepPreviousData });
  return data?.rows.map((one) => (
    <li key={one.id}>
      <Link to="/tickets/$id" params={{ id: one.id }} search={{}} data-done={one.view_type === 'resolved' || undefined}>
        <span className={c.channel}>
          <ChannelIcon of={one.channel} />
        </span>
        <span className={c.subject}>{one.title}</span>
        <small className={c.state}>{t(`tickets.state.${one.view_type || 'open'}`)}</small>
        <small className={c.line}>
          <Chip of={one.product} /> {[one.case_number, one.message].filter(Boolean).join(' · ')}
        </small>
        <small className={c.when}>
          {formatDay(one.updated)}
          {one.users.name && <AgentFace name={one.users.name} avatar={one.users.avatar} size={20} />}
        </small>
      </Link>
    </li>
  ));
}

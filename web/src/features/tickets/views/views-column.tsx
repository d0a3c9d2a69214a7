import {
  IconArrowBackUp,
  IconAt,
  IconBan,
  IconCircleCheck,
  IconClockPause,
  IconInbox,
  IconPencil,
  IconTrash,
  IconUserCircle,
  IconUserQuestion,
  IconWorld,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#contract/entity.ts';
import { products as productsNoun } from '#contract/products.ts';
import type { Glyph } from '../../../ui/icon.tsx';
import { useApart } from '../../../ui/offered/apart.ts';
import { firstOf } from '../../../ui/offered/reference.ts';
import { ViewGroup, ViewLink, Views } from '../../../ui/views.tsx';
import { countersQuery, productsQuery, toProduct } from '../ticket-queries.ts';
import { RestOfViews } from './rest-of-views-later.ts';
import { SavedSearchLinks } from './saved-search-links.tsx';
import { TeamLinks } from './team-links.tsx';
import { type TicketSearch, type View, views } from './ticket-search.ts';
import { isNarrowed, isSameSearch } from './ticket-views.ts';

const icons: Record<View, Glyph> = {
  open: IconInbox,
  mine: IconUserCircle,
  unassigned: IconUserQuestion,
  mentions: IconAt,
  drafts: IconPencil,
  snoozed: IconClockPause,
  answered: IconArrowBackUp,
  resolved: IconCircleCheck,
  spam: IconBan,
  trash: IconTrash,
};

/** The second column: every view and every product with how many tickets it holds, as they change. Null: none is on. */
export function ViewsColumn({ search, isOnSite = false }: { search: TicketSearch | null; isOnSite?: boolean }) {
  const { t } = useTranslation();
  const { data: counters } = useQuery(countersQuery);
  const { data: products } = useQuery(productsQuery);
  const openOf = new Map(counters?.products.map((product) => [product.id, product.open]));
  const view = search && (search.view ?? 'open');
  const nameOf = useApart(products?.rows);
  const link = (one: Row<typeof productsNoun>) => (
    <ViewLink
      key={one.id}
      to="/tickets"
      search={{ product: one.id }}
      name={nameOf(one)}
      color={one.color}
      count={openOf.get(one.id)}
      on={search !== null && isSameSearch(search, { product: one.id })}
    />
  );
  return (
    <Views label={t('tickets.views.label')}>
      {views.map((name) => (
        <ViewLink
          key={name}
          to="/tickets"
          search={name === 'open' ? {} : { view: name }}
          name={t(`tickets.views.${name}`)}
          icon={icons[name]}
          count={counters?.views[name]}
          isQuiet={!isWork(name)}
          on={search !== null && name === view && !isNarrowed(search)}
        />
      ))}
      <ViewLink to="/visitors" name={t('tickets.views.visitors')} icon={IconWorld} on={isOnSite} />
      <SavedSearchLinks search={search} />
      <TeamLinks search={search} />
      {products && products.rows.length > 0 && (
        <ViewGroup>
          <Link to="/inboxes">{t('tickets.views.products')}</Link>
        </ViewGroup>
      )}
      {products?.rows.map(link)}
      {products && products.total > products.rows.length && (
        <Suspense>
          <RestOfViews of={productsNoun} query={firstOf(toProduct, null)} total={products.total} draw={link} />
        </Suspense>
      )}
    </Views>
  );
}

/** The numbers of the others ask nothing of anybody. */
const isWork = (view: View) => view !== 'answered' && view !== 'resolved' && view !== 'spam' && view !== 'trash';

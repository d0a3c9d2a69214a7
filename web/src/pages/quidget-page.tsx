import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { calendars } from '#contract/calendars.ts';
import { products } from '#contract/products.ts';
import { quidgets } from '#contract/quidgets.ts';
import { rowQuery, rowsQuery } from '../api/rows.ts';
import { EntityViews } from '../features/entity/entity-views.tsx';
import { QuidgetForm } from '../features/quidgets/quidget-form.tsx';
import { Empty } from '../ui/empty.tsx';
import { ButtonLink } from '../ui/link-parts.tsx';
import { Problem } from '../ui/problem.tsx';
import { Shell } from '../ui/shell.tsx';
import { FormSkeleton, NotThere } from './entity-form-page.tsx';

const offered = { conditions: [['is_deleted', '=', 0]], sort: [['name', 'asc']], range: [0, 100] } as const;
const productChoices = rowsQuery(products, {
  fields: ['id', 'name', 'color', 'company_id'],
  conditions: offered.conditions,
  sort: [['name', 'asc']],
  range: offered.range,
});
const calendarChoices = rowsQuery(calendars, {
  fields: ['id', 'name', 'company_id'],
  conditions: offered.conditions,
  sort: [['name', 'asc']],
  range: offered.range,
});

/** What a quidget may belong to. */
function useChoices() {
  const [ofProducts, ofCalendars] = [useQuery(productChoices), useQuery(calendarChoices)];
  return {
    products: ofProducts.data?.rows,
    calendars: ofCalendars.data?.rows,
    error: ofProducts.error ?? ofCalendars.error,
    retry: () => void Promise.all([ofProducts.refetch(), ofCalendars.refetch()]),
  };
}

/** `/quidgets/add`. What comes next is putting it onto a page. */
export function QuidgetAddPage() {
  const navigate = useNavigate();
  const choices = useChoices();
  const { products, calendars } = choices;
  return (
    <Frame>
      {!products || !calendars ? (
        <Waiting {...choices} />
      ) : products.length === 0 ? (
        <NoProduct />
      ) : (
        <QuidgetForm
          row={null}
          products={products}
          calendars={calendars}
          onCreated={(id) => navigate({ to: '/quidgets/$id/edit', params: { id }, hash: 'installation' })}
        />
      )}
    </Frame>
  );
}

/** `/quidgets/{id}/edit`, with the part as its hash. */
export function QuidgetEditPage() {
  const { id } = useParams({ from: '/_desk/quidgets/$id/edit' });
  const choices = useChoices();
  const found = useQuery(rowQuery(quidgets, id));
  const { products, calendars } = choices;
  return (
    <Frame>
      {found.isError && !found.data ? (
        <NotThere error={found.error} entity="quidgets" retry={() => void found.refetch()} />
      ) : found.data && products && calendars ? (
        <QuidgetForm key={id} row={found.data} products={products} calendars={calendars} onCreated={() => {}} />
      ) : (
        <Waiting {...choices} />
      )}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Shell section="administration" views={<EntityViews on="quidgets" />}>
      {children}
    </Shell>
  );
}

function Waiting({ error, retry }: { error: unknown; retry: () => void }) {
  return error ? <Problem error={error} retry={retry} isPage /> : <FormSkeleton />;
}

function NoProduct() {
  const { t } = useTranslation();
  return (
    <Empty
      isPage
      title={t('quidget.no_product')}
      action={
        <ButtonLink to="/$entity/add" params={{ entity: 'products' }}>
          {t('entities.products.add')}
        </ButtonLink>
      }
    >
      {t('quidget.no_product_text')}
    </Empty>
  );
}

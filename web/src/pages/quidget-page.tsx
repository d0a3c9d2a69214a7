import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { products } from '#contract/products.ts';
import { quidgets } from '#contract/quidgets.ts';
import { rowQuery, rowsQuery } from '../api/rows.ts';
import { EntityViews } from '../features/entity/entity-views.tsx';
import { toProduct } from '../features/quidgets/quidget-choices.ts';
import { QuidgetForm } from '../features/quidgets/quidget-form.tsx';
import { Empty } from '../ui/empty.tsx';
import { ButtonLink } from '../ui/link-parts.tsx';
import { firstOf } from '../ui/offered/reference.ts';
import { Problem } from '../ui/problem.tsx';
import { Shell } from '../ui/shell.tsx';
import { useIsStillHere } from '../ui/use-is-still-here.ts';
import { FormSkeleton, NotThere } from './form-states.tsx';

const productChoices = rowsQuery(products, firstOf(toProduct, null));

/** `/quidgets/add`. What comes next is putting it onto a page. */
export function QuidgetAddPage() {
  const navigate = useNavigate();
  const isStillHere = useIsStillHere();
  const choices = useQuery(productChoices);
  const products = choices.data?.rows;
  const goOn = async (id: number) => {
    if (isStillHere()) await navigate({ to: '/quidgets/$id/edit', params: { id }, hash: 'installation' });
  };
  return (
    <Frame>
      {!products ? (
        <Waiting error={choices.error} retry={() => void choices.refetch()} />
      ) : products.length === 0 ? (
        <NoProduct />
      ) : (
        <QuidgetForm row={null} products={products} onCreated={goOn} />
      )}
    </Frame>
  );
}

/** `/quidgets/{id}/edit`, with the part as its hash. */
export function QuidgetEditPage() {
  const { id } = useParams({ from: '/_desk/quidgets/$id/edit' });
  const found = useQuery(rowQuery(quidgets, id));
  return (
    <Frame>
      {found.isError && !found.data ? (
        <NotThere error={found.error} entity="quidgets" retry={() => void found.refetch()} />
      ) : found.data ? (
        <QuidgetForm key={id} row={found.data} products={[]} onCreated={() => {}} />
      ) : (
        <FormSkeleton />
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

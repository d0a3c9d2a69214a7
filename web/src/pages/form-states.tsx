import { useTranslation } from 'react-i18next';
import { isApiError } from '../api/problem.ts';
import type { EntityName } from '../features/entity/entity-names.ts';
import { Empty } from '../ui/empty.tsx';
import { ButtonLink } from '../ui/link-parts.tsx';
import { Problem } from '../ui/problem.tsx';
import { SkeletonForm } from '../ui/skeleton-form.tsx';

export function FormSkeleton() {
  const { t } = useTranslation();
  return <SkeletonForm label={t('list.loading')} />;
}

export function SetupLater() {
  const { t } = useTranslation();
  return (
    <ButtonLink variant="subtle" color="gray" to="/tickets">
      {t('setup.later')}
    </ButtonLink>
  );
}

/** A row that is not there, or not ours, is no fault to try again. */
export function NotThere({ error, entity, retry }: { error: unknown; entity: EntityName; retry: () => void }) {
  const { t } = useTranslation();
  if (!isApiError(error, 'not_found')) return <Problem error={error} retry={retry} isPage />;
  return (
    <Empty
      isPage
      title={t('problem.not_there')}
      action={
        <ButtonLink variant="default" to="/$entity/search" params={{ entity }}>
          {t('form.back')}
        </ButtonLink>
      }
    >
      {t('problem.not_there_text')}
    </Empty>
  );
}

/** What feeds a product cannot be there before one is. */
export function NoProduct() {
  const { t } = useTranslation();
  return (
    <Empty
      isPage
      title={t('form.no_product')}
      action={
        <ButtonLink to="/$entity/add" params={{ entity: 'products' }}>
          {t('entities.products.add')}
        </ButtonLink>
      }
    >
      {t('form.no_product_text')}
    </Empty>
  );
}

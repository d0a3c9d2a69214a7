import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isCsvEntity } from '../features/csv/csv-rights.ts';
import { ImportScreen } from '../features/csv/import-screen.tsx';
import { declarations } from '../features/entity/declarations/index.ts';
import { EntityViews } from '../features/entity/entity-views.tsx';
import { Shell } from '../ui/shell.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const route = getRouteApi('/_desk/$entity/import');

/** `/{entity}/import`: rows from a file. */
export function ImportPage() {
  const { t } = useTranslation();
  const { entity: name } = route.useParams();
  const search = route.useSearch();
  const of = declarations[name];
  const entity = of.entity.name;
  if (!isCsvEntity(entity)) return <NotFoundPage />;
  return (
    <Shell section={of.section} views={of.section === 'administration' && <EntityViews on={name} />}>
      <ImportScreen key={name} name={name} title={t(`entities.${name}.plural`)} entity={entity} search={search} />
    </Shell>
  );
}

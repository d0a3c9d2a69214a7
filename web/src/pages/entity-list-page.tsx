import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CsvMenu } from '../features/csv/csv-menu.tsx';
import { declarations } from '../features/entity/declarations/index.ts';
import { EntityList } from '../features/entity/entity-list.tsx';
import { isEntityName } from '../features/entity/entity-names.ts';
import { EntityViews } from '../features/entity/entity-views.tsx';
import { companyOf, readFilters } from '../features/entity/list-state.ts';
import { MessengerCards } from '../features/integrations/messenger-cards.tsx';
import { Shell } from '../ui/shell.tsx';

/** The chat widget is an integration as well, with a list of its own. */
export function QuidgetsLink() {
  const { t } = useTranslation();
  return (
    quidgets && (
      <Link to="/$entity/search" params={{ entity: quidgets }}>
        {t('integrations.quidgets')}
      </Link>
    )
  );
}
const quidgets = ['quidgets'].find(isEntityName);
export const hasQuidgets = quidgets !== undefined;

const route = getRouteApi('/_desk/$entity/search');

export function EntityListPage() {
  const { entity } = route.useParams();
  const search = route.useSearch();
  const of = declarations[entity];
  return (
    <Shell section={of.section} views={of.section === 'administration' && <EntityViews on={entity} />}>
      <EntityList
        key={entity}
        of={of}
        search={search}
        lead={
          entity === 'integrations' && (
            <MessengerCards
              quidgets={hasQuidgets && <QuidgetsLink />}
              company={companyOf(readFilters(of, search.filter))}
            />
          )
        }
        more={(shown, onPhone) => <CsvMenu name={entity} entity={of.entity.name} query={shown} onPhone={onPhone} />}
      />
    </Shell>
  );
}

import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Empty } from '../ui/empty.tsx';
import { Shell } from '../ui/shell.tsx';

const route = getRouteApi('/_desk/$entity/');

export function EntityListPage() {
  const { t } = useTranslation();
  const { entity } = route.useParams();
  return (
    <Shell section={entity === 'customers' ? 'customers' : 'administration'}>
      <Empty title={t(`entities.${entity}.plural`)} />
    </Shell>
  );
}

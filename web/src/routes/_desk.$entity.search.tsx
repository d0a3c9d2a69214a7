import { createFileRoute } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { EntityListPage } from '../pages/entity-list-page.tsx';
import { entityListSearch, entityParam, requireEntity } from './-entity.ts';

export const Route = createFileRoute('/_desk/$entity/search')({
  params: entityParam,
  validateSearch: entityListSearch,
  beforeLoad: async ({ params }) => {
    requireEntity(params.entity);
    if (params.entity === 'integrations') await learnLater('integrations');
    if (params.entity === 'phones') await learnLater('phones');
    if (params.entity === 'calendars') await learnLater('calendar');
  },
  component: EntityListPage,
});

import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { UsersPage } from '../pages/users-page.tsx';
import { entityListSearch } from './-entity.ts';

const route = getRouteApi('/_desk/users/add');

/** People are not added: they are invited, over their list. */
export const Route = createFileRoute('/_desk/users/add')({
  validateSearch: entityListSearch,
  beforeLoad: () => learnLater('member'),
  component: () => <UsersPage search={route.useSearch()} isInviting />,
});

import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { UsersPage } from '../pages/users-page.tsx';
import { entityListSearch } from './-entity.ts';

const route = getRouteApi('/_desk/users/search');

/** The list of people, which shows those who are invited as well. */
export const Route = createFileRoute('/_desk/users/search')({
  validateSearch: entityListSearch,
  beforeLoad: () => learnLater('member'),
  component: () => <UsersPage search={route.useSearch()} isInviting={false} />,
});

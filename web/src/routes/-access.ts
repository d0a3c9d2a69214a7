import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { selfQuery } from '../api/self.ts';
import { isEntityName } from '../features/entity/entity-names.ts';
import type { FileRoutesByTo } from '../routeTree.gen.ts';

/** SPEC section 2: `unauthorized` is for those who are signed out, `authorized` for those who are signed in. */
export type RouteClass = 'unauthorized' | 'authorized' | 'public';

/** Every address there is and whom it is for. The guards of the routes keep it; a route that is missing here does not compile. */
export const access = {
  '/': 'unauthorized',
  '/$entity': 'authorized',
  '/$entity/$id/edit': 'authorized',
  '/$entity/add': 'authorized',
  '/$entity/import': 'authorized',
  '/$entity/search': 'authorized',
  '/403': 'public',
  '/ai': 'authorized',
  '/audit': 'authorized',
  '/callback': 'public',
  '/companies/$id/edit': 'authorized',
  '/compose': 'authorized',
  '/customer/$customerId': 'authorized',
  '/email-confirmation': 'authorized',
  '/email-confirmation-success/$key': 'public',
  '/forgot': 'unauthorized',
  '/inboxes': 'authorized',
  '/integrations/$id/edit': 'authorized',
  '/integrations/add': 'authorized',
  '/invite/$key': 'public',
  '/mailboxes/$id/edit': 'authorized',
  '/mailboxes/$id/log': 'authorized',
  '/mailboxes/add': 'authorized',
  '/password': 'authorized',
  '/privacy-and-cookie-policy': 'public',
  '/profile': 'authorized',
  '/queryitem/users/$id': 'authorized',
  '/quidgets/$id/edit': 'authorized',
  '/quidgets/add': 'authorized',
  '/redirection': 'authorized',
  '/register': 'public',
  '/restore/$id': 'public',
  '/settings': 'authorized',
  '/take-address-back/$key': 'public',
  '/security': 'authorized',
  '/security/check': 'public',
  '/terms-of-use': 'public',
  '/tickets': 'authorized',
  '/tickets/$id': 'authorized',
  '/try-to-guess-url/admin/accounts/unlock': 'authorized',
  '/try-to-guess-url/admin/announcements': 'authorized',
  '/try-to-guess-url/admin/companies': 'authorized',
  '/try-to-guess-url/admin/health': 'authorized',
  '/try-to-guess-url/admin/phones/create': 'authorized',
  '/try-to-guess-url/admin/promocode/make': 'authorized',
  '/unlock/$key': 'public',
  '/users/$id/edit': 'authorized',
  '/users/add': 'authorized',
  '/users/search': 'authorized',
  '/visitors': 'authorized',
} as const satisfies Record<keyof FileRoutesByTo, RouteClass>;

/** What the router knows of an address before any guard was asked. */
type Asked = {
  pathname: string;
  /** The pattern of the route that it matches. */
  to: string;
  entity: string | undefined;
};

/**
 * What holds before the guard of any route. An address that names nothing is nobody's secret: it is not found, signed in
 * or not. A public one whose last part is the name of a page for the others (`…/forgot` for somebody who is signed in)
 * leads to the root.
 */
export async function guardAddress(client: QueryClient, { pathname, to, entity }: Asked): Promise<void> {
  const kind = entity === undefined || isEntityName(entity) ? classOf(to, pathname) : undefined;
  if (kind !== undefined && kind !== 'public') return;
  const last = partsOf(pathname).at(-1);
  if (last !== undefined && last !== pathname.slice(1) && (isOf('unauthorized', last) || isOf('authorized', last))) {
    const who = await client.ensureQueryData(selfQuery);
    if (isOf(who ? 'unauthorized' : 'authorized', last)) throw redirect({ to: '/' });
  }
  if (kind === undefined) throw notFound();
}

/** Undefined where only the beginning of the address has a route. */
const classOf = (to: string, pathname: string): RouteClass | undefined => {
  const pattern = partsOf(to);
  if (pattern.length !== partsOf(pathname).length) return undefined;
  return Object.entries(access).find(([address]) => partsOf(address).join('/') === pattern.join('/'))?.[1];
};

const partsOf = (address: string): string[] => address.split('/').filter(Boolean);

const namesOf = (kind: RouteClass) =>
  new Set(
    Object.entries(access)
      .filter(([, of]) => of === kind)
      .map(([address]) => address.split('/').at(-1) ?? '')
      .filter((name) => name !== '' && !name.startsWith('$')),
  );
const names = { unauthorized: namesOf('unauthorized'), authorized: namesOf('authorized') };

const isOf = (kind: keyof typeof names, last: string): boolean =>
  names[kind].has(last) || (kind === 'authorized' && isEntityName(last));

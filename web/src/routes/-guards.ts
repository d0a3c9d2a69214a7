import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { type Self, selfQuery } from '../api/self.ts';

/** Where somebody wanted to go, as far as the router knows. */
type Wanted = { pathname: string; href: string };

/** The desk is for people who are signed in, have a confirmed address and belong to a company (or are about to add one). */
export async function requireDesk(client: QueryClient, wanted: Wanted): Promise<void> {
  const who = await client.ensureQueryData(selfQuery);
  if (!who) throw redirect({ to: '/', search: { back: wanted.href } });
  if (!who.user.email) throw redirect({ to: '/email-confirmation' });
  if (who.companies.length === 0 && !isForOperators(who, wanted) && wanted.pathname !== '/companies/add')
    throw toFirstCompany();
}

/** Whoever runs the installation need not work for anybody on it. */
const isForOperators = (who: Self, { pathname }: Wanted): boolean =>
  who.user.is_operator === 1 && /^\/(?:audit$|try-to-guess-url\/)/.test(pathname);

/** Pages for people who are signed out lead those who are not to their desk, or to what they asked for. */
export async function requireSignedOut(client: QueryClient, back: string | undefined): Promise<void> {
  const who = await client.ensureQueryData(selfQuery);
  if (who) throw wayIn(who, back);
}

/** The confirmation page is for those who are signed in and not confirmed yet. */
export async function requireUnconfirmed(client: QueryClient): Promise<void> {
  const who = await client.ensureQueryData(selfQuery);
  if (!who) throw redirect({ to: '/' });
  if (who.user.email) throw wayIn(who, undefined);
}

function wayIn(who: Self, back: string | undefined) {
  if (!who.user.email) return redirect({ to: '/email-confirmation' });
  if (back) return redirect({ href: back });
  return who.companies.length === 0 ? toFirstCompany() : redirect({ to: '/tickets' });
}

function toFirstCompany() {
  return redirect({ to: '/$entity/add', params: { entity: 'companies' } });
}

/** The hidden pages are for operators of the installation; the server refuses all others, too. */
export async function requireOperator(client: QueryClient): Promise<void> {
  const who = await client.ensureQueryData(selfQuery);
  if (!who?.user.is_operator) throw redirect({ to: '/403' });
}

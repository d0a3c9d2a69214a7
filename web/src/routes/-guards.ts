import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { mayDo, type Self, selfQuery } from '../api/self.ts';
import { sessionState } from '../api/session.ts';
import { learnDesk } from '../i18n/language.ts';

/** Where somebody wanted to go, as far as the router knows. */
type Wanted = { pathname: string; href: string };

/** The desk is for people who are signed in, have a confirmed address and belong to a company (or are about to add one). */
export async function requireDesk(client: QueryClient, wanted: Wanted): Promise<void> {
  const who = await client.ensureQueryData(selfQuery);
  if (who || sessionState() === 'setup') await learnDesk();
  if (!who && sessionState() === 'setup' && wanted.pathname === '/security') return;
  if (!who) throw wayToSignIn(wanted.href);
  if (wanted.pathname === '/security') return;
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
  if (sessionState() === 'half' || sessionState() === 'setup') throw wayToSignIn(back);
}

/** The second step is for those who took the first one. */
export async function requireSecondStep(client: QueryClient, back: string | undefined): Promise<void> {
  const who = await client.ensureQueryData(selfQuery);
  if (who) throw wayIn(who, back);
  if (sessionState() !== 'half') throw wayToSignIn(back);
}

/** The confirmation page is for those who are signed in and not confirmed yet. */
export async function requireUnconfirmed(client: QueryClient): Promise<void> {
  const who = await client.ensureQueryData(selfQuery);
  if (!who) throw wayToSignIn(undefined);
  if (who.user.email) throw wayIn(who, undefined);
}

/** To the step that is missing, and from there on to what was asked for. */
function wayToSignIn(back: string | undefined) {
  const search = back === undefined ? {} : { back };
  switch (sessionState()) {
    case 'half':
      return redirect({ to: '/security/check', search });
    case 'setup':
      return redirect({ to: '/security' });
    default:
      return redirect({ to: '/', search });
  }
}

function wayIn(who: Self, back: string | undefined) {
  if (!who.user.email) return redirect({ to: '/email-confirmation' });
  if (back) return redirect({ href: back });
  if (who.companies.length === 0) return toFirstCompany();
  // Nobody comes home to a page that is shut to them.
  if (!mayDo(who, 'tickets.get')) return redirect({ to: '/profile' });
  const { first_view: view } = who.settings;
  return redirect({ to: '/tickets', search: view === 'open' ? {} : { view } });
}

function toFirstCompany() {
  return redirect({ to: '/$entity/add', params: { entity: 'companies' } });
}

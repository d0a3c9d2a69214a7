import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { isApiError } from '../api/problem.ts';
import { AwayPage } from '../pages/away-page.tsx';
import { CrashPage } from '../pages/crash-page.tsx';
import { DeniedPage } from '../pages/denied-page.tsx';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { SuspendedPage } from '../pages/suspended-page.tsx';
import type { RouterContext } from '../router.tsx';
import { guardAddress } from './-access.ts';

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, location, matches }) => {
    // Typed as if there were but one route; what they hold of every route is this.
    const last = matches.at(-1) as { fullPath: string; params: { entity?: string } } | undefined;
    const asked = { pathname: location.pathname, to: last?.fullPath ?? '', entity: last?.params.entity };
    return guardAddress(context.queryClient, asked);
  },
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: ({ error }) => {
    if (isApiError(error, 'access_denied_by_ip')) return <DeniedPage />;
    if (isApiError(error, 'company_suspended')) return <SuspendedPage error={error} />;
    return isApiError(error) ? <AwayPage error={error} /> : <CrashPage />;
  },
});

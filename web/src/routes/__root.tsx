import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { isApiError } from '../api/problem.ts';
import { CrashPage } from '../pages/crash-page.tsx';
import { DeniedPage } from '../pages/denied-page.tsx';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import type { RouterContext } from '../router.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: ({ error }) =>
    isApiError(error, 'access_denied_by_ip') ? <DeniedPage /> : <CrashPage error={error} />,
});

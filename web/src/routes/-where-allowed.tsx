import { Outlet, useChildMatches, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../api/fetch-part.ts';
import { useSelf } from '../api/self.ts';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { judgeAddress } from './-rights.ts';

const NotAllowedPage = lazyPart(() => import('../pages/not-allowed-page.tsx'));

/** The page, for who may open it. To others its address and the menu stay, and nothing was asked of the server that it would refuse. */
export function WhereAllowed() {
  const who = useSelf();
  const to = useChildMatches({ select: (matches) => matches.at(-1)?.fullPath.replace(/\/$/, '') });
  const noun = useParams({ strict: false, select: ({ entity }) => entity });
  switch (to === undefined ? 'open' : judgeAddress(who, to, noun)) {
    case 'open':
      return <Outlet />;
    case 'not found':
      return <NotFoundPage />;
    case 'not allowed':
      return (
        <Suspense>
          <NotAllowedPage />
        </Suspense>
      );
  }
}

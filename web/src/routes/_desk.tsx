import { createFileRoute } from '@tanstack/react-router';
import { DeskLayout } from '../pages/desk-layout.tsx';
import { requireDesk } from './-guards.ts';
import { WhereAllowed } from './-where-allowed.tsx';

/** Everything a signed-in person with a confirmed address sees. */
export const Route = createFileRoute('/_desk')({
  beforeLoad: ({ context, location }) => requireDesk(context.queryClient, location),
  component: () => (
    <DeskLayout>
      <WhereAllowed />
    </DeskLayout>
  ),
});

import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { selfQuery } from '../api/self.ts';
import { idParam } from './-params.ts';

/** Where the profile link of SPEC section 2 goes. */
export const Route = createFileRoute('/_desk/queryitem/users/$id')({
  params: idParam,
  beforeLoad: async ({ params, context }) => {
    const who = await context.queryClient.ensureQueryData(selfQuery);
    if (who?.user.id !== params.id) throw notFound();
    throw redirect({ to: '/profile', replace: true });
  },
});

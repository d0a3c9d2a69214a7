import { createFileRoute, redirect } from '@tanstack/react-router';
import { z } from 'zod';
import { selfQuery } from '../api/self.ts';
import { backPath } from './-back-path.ts';

/** Sends people on to the page of ours that they were going to, after they have signed in if need be. */
export const Route = createFileRoute('/redirection')({
  validateSearch: z.object({ to: backPath.optional().catch(undefined) }),
  beforeLoad: async ({ context, search }) => {
    const to = search.to ?? '/tickets';
    const who = await context.queryClient.ensureQueryData(selfQuery);
    throw who ? redirect({ href: to }) : redirect({ to: '/', search: { back: to } });
  },
});

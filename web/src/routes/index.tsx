import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { SignInPage } from '../pages/sign-in-page.tsx';
import { requireSignedOut } from './-guards.ts';

/** A path of ours to go on to; an address elsewhere is dropped, or a link could sign people in to somebody's copy. */
const back = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])/);

export const Route = createFileRoute('/')({
  validateSearch: z.object({ back: back.optional().catch(undefined) }),
  beforeLoad: ({ context, search }) => requireSignedOut(context.queryClient, search.back),
  component: SignInPage,
});

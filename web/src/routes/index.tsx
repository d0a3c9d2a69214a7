import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { SignInPage } from '../pages/sign-in-page.tsx';
import { backPath } from './-back-path.ts';
import { requireSignedOut } from './-guards.ts';

export const Route = createFileRoute('/')({
  validateSearch: z.object({ back: backPath.optional().catch(undefined) }),
  beforeLoad: ({ context, search }) => requireSignedOut(context.queryClient, search.back),
  component: SignInPage,
});

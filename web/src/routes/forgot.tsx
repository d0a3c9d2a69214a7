import { createFileRoute } from '@tanstack/react-router';
import { ForgotPage } from '../pages/forgot-page.tsx';
import { requireSignedOut } from './-guards.ts';

export const Route = createFileRoute('/forgot')({
  beforeLoad: ({ context }) => requireSignedOut(context.queryClient, undefined),
  component: ForgotPage,
});

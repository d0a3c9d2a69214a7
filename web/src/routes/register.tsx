import { createFileRoute } from '@tanstack/react-router';
import { RegisterPage } from '../pages/register-page.tsx';
import { requireSignedOut } from './-guards.ts';

export const Route = createFileRoute('/register')({
  beforeLoad: ({ context }) => requireSignedOut(context.queryClient, undefined),
  component: RegisterPage,
});

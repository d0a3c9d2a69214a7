import { createFileRoute } from '@tanstack/react-router';
import { EmailConfirmationPage } from '../pages/email-confirmation-page.tsx';
import { requireUnconfirmed } from './-guards.ts';

export const Route = createFileRoute('/email-confirmation')({
  beforeLoad: ({ context }) => requireUnconfirmed(context.queryClient),
  component: EmailConfirmationPage,
});

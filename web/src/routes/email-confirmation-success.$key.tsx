import { createFileRoute } from '@tanstack/react-router';
import { EmailConfirmedPage } from '../pages/email-confirmed-page.tsx';

export const Route = createFileRoute('/email-confirmation-success/$key')({
  component: EmailConfirmedPage,
});

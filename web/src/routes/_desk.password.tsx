import { createFileRoute } from '@tanstack/react-router';
import { PasswordPage } from '../pages/password-page.tsx';

export const Route = createFileRoute('/_desk/password')({
  component: PasswordPage,
});

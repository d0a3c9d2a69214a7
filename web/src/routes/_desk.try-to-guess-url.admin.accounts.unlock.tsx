import { createFileRoute } from '@tanstack/react-router';
import { UnlockPage } from '../pages/unlock-page.tsx';
import { requireOperator } from './-guards.ts';

export const Route = createFileRoute('/_desk/try-to-guess-url/admin/accounts/unlock')({
  beforeLoad: ({ context }) => requireOperator(context.queryClient),
  component: UnlockPage,
});

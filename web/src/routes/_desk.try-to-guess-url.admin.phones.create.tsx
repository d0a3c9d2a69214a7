import { createFileRoute } from '@tanstack/react-router';
import { PhonesPage } from '../pages/phones-page.tsx';
import { requireOperator } from './-guards.ts';

export const Route = createFileRoute('/_desk/try-to-guess-url/admin/phones/create')({
  beforeLoad: ({ context }) => requireOperator(context.queryClient),
  component: PhonesPage,
});

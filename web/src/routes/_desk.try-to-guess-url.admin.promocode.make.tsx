import { createFileRoute } from '@tanstack/react-router';
import { PromoCodesPage } from '../pages/promo-codes-page.tsx';
import { requireOperator } from './-guards.ts';

export const Route = createFileRoute('/_desk/try-to-guess-url/admin/promocode/make')({
  beforeLoad: ({ context }) => requireOperator(context.queryClient),
  component: PromoCodesPage,
});

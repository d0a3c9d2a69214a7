import { createFileRoute, notFound } from '@tanstack/react-router';
import { idValue } from '#contract/entity.ts';
import { learnLater } from '../i18n/language.ts';
import { CustomerPage } from '../pages/customer-page.tsx';

export const Route = createFileRoute('/_desk/customer/$customerId')({
  params: {
    parse: ({ customerId }: { customerId: string }) => ({
      customerId: idValue.catch(Number.NaN).parse(Number(customerId)),
    }),
    stringify: ({ customerId }: { customerId: number }) => ({ customerId: String(customerId) }),
  },
  beforeLoad: async ({ params }) => {
    if (Number.isNaN(params.customerId)) throw notFound();
    await learnLater('customer_page');
  },
  component: CustomerPage,
});

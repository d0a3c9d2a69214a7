import { createFileRoute } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { PromoCodesPage } from '../pages/promo-codes-page.tsx';

export const Route = createFileRoute('/_desk/try-to-guess-url/admin/promocode/make')({
  beforeLoad: () => learnLater('operators'),
  component: PromoCodesPage,
});

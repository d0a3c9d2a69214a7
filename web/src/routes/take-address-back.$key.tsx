import { createFileRoute } from '@tanstack/react-router';
import { TakeAddressBackPage } from '../pages/take-address-back-page.tsx';

export const Route = createFileRoute('/take-address-back/$key')({
  component: TakeAddressBackPage,
});

import { createFileRoute } from '@tanstack/react-router';
import { CallbackPage } from '../pages/callback-page.tsx';

/** As the provider wrote it: the router reads numbers out of texts, and a code is no number. Drawn ahead there is none. */
const arrivedWith = typeof window === 'undefined' ? '' : window.location.search;

export const Route = createFileRoute('/callback')({
  beforeLoad: () => ({ arrivedWith }),
  component: CallbackPage,
});

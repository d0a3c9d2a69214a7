import { createFileRoute, notFound } from '@tanstack/react-router';
import { readTicketSearch } from '../features/tickets/views/ticket-search.ts';
import { learnLater } from '../i18n/language.ts';
import { TicketPage } from '../pages/ticket-page.tsx';
import { idParam } from './-params.ts';

export const Route = createFileRoute('/_desk/tickets/$id')({
  params: idParam,
  // The list the ticket was opened from stands beside it, and Back leads to it.
  validateSearch: readTicketSearch,
  beforeLoad: async ({ params }) => {
    if (Number.isNaN(params.id)) throw notFound();
    await learnLater('writing');
  },
  component: TicketPage,
});

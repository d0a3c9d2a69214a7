import { createFileRoute } from '@tanstack/react-router';
import { readTicketSearch } from '../features/tickets/views/ticket-search.ts';
import { TicketsPage } from '../pages/tickets-page.tsx';

export const Route = createFileRoute('/_desk/tickets/')({
  validateSearch: readTicketSearch,
  component: TicketsPage,
});

import { createFileRoute, notFound } from '@tanstack/react-router';
import { TicketPage } from '../pages/ticket-page.tsx';
import { idParam } from './-params.ts';

export const Route = createFileRoute('/_desk/tickets/$id')({
  params: idParam,
  beforeLoad: ({ params }) => {
    if (Number.isNaN(params.id)) throw notFound();
  },
  component: TicketPage,
});

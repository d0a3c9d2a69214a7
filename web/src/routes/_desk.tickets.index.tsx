import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { TicketsPage } from '../pages/tickets-page.tsx';

/** What the person chose to see. Anything else in the address is dropped rather than refused. */
const search = z.object({
  view: z.enum(['open', 'mine', 'unassigned', 'answered', 'resolved', 'spam', 'trash']).optional().catch(undefined),
  product: z.int().positive().optional().catch(undefined),
  company: z.int().positive().optional().catch(undefined),
  q: z.string().max(200).optional().catch(undefined),
  sort: z.enum(['updated', 'added', 'waiting']).optional().catch(undefined),
  from: z.int().min(0).optional().catch(undefined),
});

export const Route = createFileRoute('/_desk/tickets/')({
  validateSearch: search,
  component: TicketsPage,
});

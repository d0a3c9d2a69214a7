import { z } from 'zod';

const asked = z.object({
  id: z.unknown().optional(),
  ticket_id: z.unknown().optional(),
  conditions: z.array(z.tuple([z.string(), z.string(), z.unknown()])).optional(),
});

/**
 * Whether a query holds something of this ticket: its row, its letters, its drafts, how it is answered, and who wrote it.
 * Only what is named here is ever kept.
 */
export function isOfTicket(key: readonly unknown[], ticket: { id: number; customer_id: number }): boolean {
  const [noun, kind, query] = key;
  const { data } = asked.safeParse(query);
  if (!data) return false;
  const names = (field: string) =>
    data.conditions?.find(([name, operator]) => name === field && operator === '=')?.[2] ??
    (field === 'id' ? data.id : data.ticket_id);
  if (noun === 'tickets') return kind !== 'get' && [names('id'), names('ticket_id')].includes(ticket.id);
  if (noun === 'messages' || noun === 'drafts') return names('ticket_id') === ticket.id;
  return noun === 'customers' && names('id') === ticket.customer_id;
}

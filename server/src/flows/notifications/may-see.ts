import type { Person } from '#domain/people/index.ts';
import { isWithinReach } from '#domain/reach/index.ts';

/** Whether somebody may see this ticket now: what was told may have become somebody else's meanwhile. */
export function maySee(
  person: Person | undefined,
  ticket: {
    company_id: number;
    product_id: number;
    assignee_id: number | null;
    team_id: number | null;
    /** What has no ticket yet, but is their own. */
    letter_id: string | null;
  },
): boolean {
  if (ticket.letter_id !== null) return Boolean(person?.may(ticket.company_id, 'messages.create'));
  const placed = {
    ...{ companyId: ticket.company_id, productId: ticket.product_id },
    ...{ assigneeId: ticket.assignee_id, teamId: ticket.team_id },
  };
  return Boolean(person?.may(ticket.company_id, 'tickets.get') && isWithinReach(person, placed));
}

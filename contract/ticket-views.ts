/** The views of the ticket list, in the order the desk shows them. */
export const ticketViews = [
  'open',
  'mine',
  'unassigned',
  'mentions',
  'drafts',
  'snoozed',
  'answered',
  'resolved',
  'spam',
  'trash',
] as const;

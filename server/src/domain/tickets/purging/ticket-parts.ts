/**
 * Every table that names a ticket, and what becomes of its rows when one is deleted for good. A test asks the database for
 * tables that are missing here: whoever adds one decides.
 */
export const partsOfTicket: Readonly<Record<string, 'deleted' | 'cascades' | 'kept'>> = {
  archived_assignees: 'cascades',
  chats: 'cascades',
  deliveries: 'deleted',
  drafts: 'deleted',
  handed_over_tickets: 'deleted',
  messages: 'deleted',
  notifications: 'deleted',
  search_due: 'deleted',
  search_texts: 'cascades',
  side_conversations: 'deleted',
  snoozes: 'deleted',
  ticket_links: 'cascades',
  ticket_merges: 'cascades',
  ticket_reads: 'deleted',
  ticket_splits: 'cascades',
  ticket_tags: 'deleted',
  watchers: 'cascades',
  // Numbers alone: `events` is a log, the others are how a job or a merge is taken back, where it still can be.
  bulk_changes: 'kept',
  customer_merges: 'kept',
  events: 'kept',
  // The entry of the mail log, without what the mail said.
  inbound_mails: 'kept',
  // What was merged into it goes along; what follows it, or looks like it, stands alone.
  tickets: 'deleted',
};

/** The same for what names one of its messages. */
export const partsOfMessage: Readonly<Record<string, 'deleted' | 'cascades' | 'kept'>> = {
  attachments: 'deleted',
  deliveries: 'deleted',
  drafts: 'deleted',
  inbound_mails: 'kept',
  mentions: 'cascades',
  note_versions: 'cascades',
  notifications: 'deleted',
  search_due: 'deleted',
  search_texts: 'cascades',
  side_conversations: 'deleted',
  ticket_reads: 'deleted',
  ticket_splits: 'cascades',
  tickets: 'deleted',
};

import { plainNounNames } from '#contract/plain-nouns.ts';
import { auth1Context } from '#domain/integrations/index.ts';
import { imapPasswordContext } from '#domain/mailboxes/index.ts';

/** Whose id a column holds when nobody of that address works at the new place: nobody's, or whoever imports. */
type PersonPolicy = 'nobody' | 'importer';

/** What an archive holds of a table, and how it is put back. */
export type Archived = {
  readonly table: string;
  /** What its rows are told apart and paged by. Without it: `id`, which is new at the new place. */
  readonly key?: readonly string[];
  /** Columns that hold ids of other tables, or of the same one. */
  readonly ids?: Readonly<Record<string, string>>;
  /** The same for rows that come later in the plan: they are filled in when all are there. */
  readonly lateIds?: Readonly<Record<string, string>>;
  readonly people?: Readonly<Record<string, PersonPolicy>>;
  /** Rows of somebody alone, who is not at the new place, stay out. */
  readonly isPrivate?: (row: Row) => boolean;
  /** Never leave: secrets, leases, and what only this installation can know. Their defaults stand at the new place. */
  readonly leftOut?: readonly string[];
  /** Secrets that must be there: empty ones of this place, by what they are sealed for. */
  readonly emptySecrets?: Readonly<Record<string, string>>;
  /** Which of the rows; without it, all of the company. */
  readonly only?: string;
  /** What is different at the new place. */
  readonly putBack?: (row: Row) => Row;
  /** HTML, cleaned anew: an archive is a file that anybody may have written. As it is, or in every text of an object. */
  readonly html?: readonly string[];
  /** Lines in such an object that are plain text, by their names. */
  readonly plainWithin?: readonly string[];
  /** Ids that a text begins with, by the columns: of which table; undefined for a row whose text has none. Without its id a row stays behind. */
  readonly idsLeading?: Readonly<Record<string, (row: Row) => string | undefined>>;
  /** Ids inside of an object, by their names. */
  readonly idsWithin?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The same for ids of people: the object as it is where `here` answers who somebody is, null for all but whoever imports. */
  readonly peopleWithin?: Readonly<Record<string, (found: Row, here: WhoIsHere) => Row>>;
  /**
   * What rows belong to, by the columns that name it: they go where it is not in the archive, left out there or purged while
   * that was written. Rows with a `key` belong to all that they refer to. Anything else that is missing is a damaged archive.
   */
  readonly belongsTo?: readonly string[];
  /** Bytes that belong to each row. */
  readonly file?: 'attachment' | 'mail';
  /** Kept for the record, and not put back: it belongs to this installation. */
  readonly isRecord?: true;
};

export type Row = Record<string, unknown>;
type WhoIsHere = (archivedId: unknown) => number | null;

/** In the order in which rows can be put back: what they refer to stands before them. */
export const archived: readonly Archived[] = [
  { table: 'company_privileges', key: ['role_name', 'privilege'] },
  { table: 'company_role_settings', key: ['role_name'], leftOut: ['required_since'] },
  { table: 'calendars' },
  { table: 'tags', lateIds: { merged_into: 'tags' }, leftOut: ['search_after'] },
  ...plainNounNames.map((table) => ({ table })),
  { table: 'teams', ids: { calendar_id: 'calendars' }, html: ['signature'] },
  {
    table: 'products',
    ids: { team_id: 'teams', auto_reply_calendar_id: 'calendars' },
    lateIds: { mailbox_id: 'channel_accounts' },
    html: ['signature', 'auto_reply_texts'],
    plainWithin: ['subject'],
  },
  {
    table: 'channel_accounts',
    ids: { product_id: 'products' },
    leftOut: ['lease_owner', 'lease_until', 'lease_token', 'settings_version', 'next_try_at', 'trouble_told_at'],
    // They rest until somebody has given the password again. A quidget connects to nothing that could be found well later.
    putBack: (row) => ({
      ...{ ...row, is_deleted: 1, health_key: null, health_details: null },
      health_state: row.kind === 'quidget' ? 'ok' : 'connecting',
    }),
  },
  {
    table: 'mailboxes',
    ids: { id: 'channel_accounts' },
    leftOut: [
      ...['imap_password', 'smtp_password', 'send_pause_until', 'send_error_key', 'send_error_details'],
      ...['send_error_since', 'send_trouble_told_at', 'copy_error_key', 'copy_error_details', 'holds_account'],
    ],
    emptySecrets: { imap_password: imapPasswordContext },
  },
  {
    table: 'quidgets',
    ids: { id: 'channel_accounts', calendar_id: 'calendars' },
    leftOut: ['identity_secret', 'identity_secret_since'],
    peopleWithin: { settings: sentByWhoIsHere },
  },
  {
    table: 'messengers',
    ids: { id: 'channel_accounts' },
    leftOut: [
      'auth1',
      'auth2',
      'token_hash',
      'remote_id',
      'picture',
      'picture_ref',
      'lease_until',
      'due_at',
      'checked_at',
      'failures',
    ],
    emptySecrets: { auth1: auth1Context },
  },
  {
    table: 'links',
    leftOut: ['secret'],
    // A signed one rests until somebody has given its secret again.
    putBack: (row) => ({ ...row, is_deleted: row.is_signed === 1 ? 1 : row.is_deleted }),
  },
  {
    table: 'link_products',
    key: ['link_id', 'product_id'],
    ids: { link_id: 'links', product_id: 'products' },
  },
  { table: 'mailbox_aliases', key: ['mailbox_id', 'address'], ids: { mailbox_id: 'channel_accounts' } },
  { table: 'mailbox_folders', key: ['mailbox_id', 'path'], ids: { mailbox_id: 'channel_accounts' } },
  {
    table: 'templates',
    ids: { category_id: 'categories', product_id: 'products', team_id: 'teams' },
    people: { owner_id: 'importer' },
    isPrivate: (row) => row.visibility === 'personal',
    html: ['texts'],
  },
  {
    table: 'saved_searches',
    idsWithin: { query: { company: 'companies', product: 'products', team: 'teams', label: 'labels', tag: 'tags' } },
    // Whoever is not here has no tickets here: what else narrows the search stays.
    peopleWithin: {
      query: (query, here) =>
        typeof query.assignee === 'number' ? { ...query, assignee: here(query.assignee) ?? undefined } : query,
    },
    people: { user_id: 'importer' },
    isPrivate: (row) => row.is_shared === 0,
  },
  { table: 'customers', people: { added_by: 'nobody', blocked_by: 'nobody' }, lateIds: { merged_into: 'customers' } },
  {
    table: 'customer_identities',
    key: ['kind', 'value'],
    ids: { customer_id: 'customers' },
    // Whom a site vouches for, by its quidget. A browser that nobody vouched for is another visitor at another place.
    idsLeading: { value: (row) => (row.kind === 'quidget' ? 'channel_accounts' : undefined) },
    people: { added_by: 'nobody' },
  },
  { table: 'customer_notes', ids: { customer_id: 'customers' }, people: { author_id: 'nobody' } },
  {
    table: 'customer_tags',
    key: ['customer_id', 'tag_id'],
    ids: { customer_id: 'customers', tag_id: 'tags' },
    people: { added_by: 'nobody' },
  },
  {
    table: 'inbound_mails',
    ids: { mailbox_id: 'channel_accounts' },
    lateIds: { ticket_id: 'tickets', message_id: 'messages' },
    leftOut: ['raw_key', 'raw_offset', 'lease_token', 'due_at', 'attempts'],
    file: 'mail',
    // The old place reads it: two places must not. Here it would draw a number that a ticket of the archive has.
    putBack: (row) =>
      row.outcome === 'waiting'
        ? { ...row, outcome: 'kept', reason_key: 'left_behind', reason: 'Not read yet when its company was moved here' }
        : row,
  },
  {
    table: 'tickets',
    ids: {
      product_id: 'products',
      customer_id: 'customers',
      channel_account_id: 'channel_accounts',
      label_id: 'labels',
      team_id: 'teams',
    },
    lateIds: {
      last_message_id: 'messages',
      looks_like_id: 'tickets',
      merged_into_id: 'tickets',
      follows_id: 'tickets',
    },
    people: { assignee_id: 'nobody', passed_by: 'nobody' },
    // What can be taken back is known by the ids of people and teams; side conversations mark their ticket as they come.
    leftOut: ['given_from', 'stood', 'assigned_before', 'has_side_answer'],
  },
  {
    table: 'ticket_tags',
    key: ['ticket_id', 'tag_id'],
    ids: { ticket_id: 'tickets', tag_id: 'tags', merged_from: 'tags' },
    people: { added_by: 'nobody' },
  },
  {
    table: 'ticket_links',
    key: ['ticket_id', 'other_id'],
    ids: { ticket_id: 'tickets', other_id: 'tickets' },
    people: { linked_by: 'nobody' },
  },
  {
    table: 'ticket_merges',
    ids: { survivor_id: 'tickets', ticket_id: 'tickets' },
    belongsTo: ['survivor_id', 'ticket_id'],
    people: { merged_by: 'nobody', undone_by: 'nobody' },
    // Ids in a list are not put in other words: the survivor keeps its tags then.
    leftOut: ['tags_added'],
  },
  {
    table: 'snoozes',
    ids: { ticket_id: 'tickets' },
    belongsTo: ['ticket_id'],
    lateIds: { replaces_id: 'snoozes' },
    people: { user_id: 'importer' },
    leftOut: ['stood'],
  },
  {
    table: 'side_conversations',
    ids: { ticket_id: 'tickets', origin_ticket_id: 'tickets', channel_account_id: 'channel_accounts' },
    belongsTo: ['ticket_id', 'origin_ticket_id'],
    lateIds: { last_message_id: 'messages' },
    people: { opened_by: 'nobody' },
  },
  {
    table: 'messages',
    ids: {
      ticket_id: 'tickets',
      origin_ticket_id: 'tickets',
      parted_to_id: 'tickets',
      side_id: 'side_conversations',
      inbound_mail_id: 'inbound_mails',
    },
    belongsTo: ['ticket_id', 'origin_ticket_id', 'side_id'],
    people: { author_id: 'nobody' },
    idsWithin: { event_values: { ticket_id: 'tickets', id: 'tickets', side_id: 'side_conversations' } },
    peopleWithin: { event_values: lineOfWhoIsHere },
    html: ['body_html', 'quoted_html'],
    // Letters were sent with it; the picture stays where they were.
    leftOut: ['logo'],
  },
  { table: 'note_versions', ids: { message_id: 'messages' }, belongsTo: ['message_id'], html: ['body_html'] },
  {
    table: 'attachments',
    ids: { message_id: 'messages', template_id: 'templates' },
    people: { uploaded_by: 'nobody' },
    leftOut: ['file_key', 'draft_id', 'new_letter_id', 'visitor_id'],
    only: '(message_id is not null or template_id is not null)',
    file: 'attachment',
    belongsTo: ['message_id', 'template_id'],
  },
  {
    table: 'deliveries',
    ids: { message_id: 'messages', ticket_id: 'tickets', channel_account_id: 'channel_accounts' },
    belongsTo: ['message_id', 'ticket_id'],
    leftOut: ['lease_token', 'due_at', 'copy_due_at', 'copy_attempts'],
    // The old place sends it, or has failed to: two places must not.
    putBack: (row) => ({
      ...row,
      ...(row.state === 'queued' || row.state === 'sending' ? { state: 'failed', error_key: 'left_behind' } : {}),
      ...(row.copy_state === 'queued' ? { copy_state: 'none' } : {}),
    }),
  },
  { table: 'phones', isRecord: true },
  { table: 'phone_assignments', isRecord: true },
  { table: 'audit_entries', key: ['chain', 'number'], isRecord: true },
];

/** Without somebody, a message of a quidget is said in the quidget's own name. */
function sentByWhoIsHere(settings: Row, here: WhoIsHere): Row {
  const { proactive } = settings as { proactive?: { messages?: readonly Row[] } }; // read by their shape before
  if (!proactive?.messages) return settings;
  const messages = proactive.messages.map((one) => ({ ...one, user_id: here(one.user_id) }));
  return { ...settings, proactive: { ...proactive, messages } };
}

/** What a line knows of a person, and which letter answered: that may come after its line, and matters until it has left. */
function lineOfWhoIsHere({ answer: _, ...values }: Row, here: WhoIsHere): Row {
  return values.user_id === undefined ? values : { ...values, user_id: here(values.user_id) };
}

/** Tables with rows of companies that no archive holds, and why. */
export const notArchived: Readonly<Record<string, string>> = {
  roles: 'people are listed in the manifest; they are invited anew',
  team_members: 'people are listed in the manifest',
  product_members: 'people are listed in the manifest',
  invites: 'their links lead to this installation',
  api_tokens: 'secrets of people',
  ticket_reads: 'what each person has seen',
  saved_search_places: 'how each person has put their searches in order',
  template_uses: 'what each person uses',
  drafts: 'half-written, and somebody alone knows how they go on',
  new_letters: 'half-written, and somebody alone knows how they go on',
  mentions: 'whom notes called at this place',
  notifications: 'news for people, gone within weeks',
  pushes: 'news for devices',
  push_devices: 'keys of browsers that know this installation alone',
  events: 'the corridor: what came of them is told by the timeline and the audit trail',
  watchers: 'who looks at what right now',
  visits: 'who has a page of a site open right now',
  visitors: 'whose token opens a chat here: browsers show it to this installation alone',
  chats: 'what was said in them is in the tickets; the windows they stand in are of this installation',
  made_once: 'what was asked for here, for a day',
  ticket_counts: 'counted anew',
  ticket_splits: 'how a split is taken back, minutes after it',
  bulk_changes: 'how a job is taken back, minutes after it',
  customer_merges: 'what was merged stays so at the new place',
  customers_apart: 'suggestions of this place',
  customer_erasures: 'receipts of this installation',
  channel_account_history: 'the health of connections at this place',
  stray_files: 'housekeeping',
  doomed_bytes: 'housekeeping',
  acd_providers: 'belong to the installation',
  company_suspensions: 'decided by the operators of this installation',
  company_storage: 'measured anew',
  audit_chains: 'belong to the installation',
  refused_calls: 'belong to the installation',
  archived_assignees: 'whom tickets wait for that came with an earlier archive',
  handed_over_tickets: 'who had them before somebody left; nobody has come along',
  auto_replies: 'who was answered within a day',
  jobs: 'work of this installation',
  job_parts: 'what jobs made',
  csv_uploads: 'tables that are being brought in',
  system_settings: 'belong to the installation',
  imported_ids: 'while a company is being put back',
  system_mails: 'letters of the installation',
  search_texts: 'read anew from what was written',
  search_customers: 'read anew from what was written',
  search_due: 'what is still to be read',
};

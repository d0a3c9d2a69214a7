import type { LaterSection, WordsPart } from './src/i18n/door-words.ts';

/** What nobody is refused before they are signed in: these words come with the desk, and the door does not wait for them. */
const deskErrors: readonly string[] = [
  'above_own_rights',
  'address_in_use',
  'already_colleague',
  'already_sent',
  'answered_meanwhile',
  'api_url_malformed',
  'archive_broken',
  'archive_newer',
  'archive_unreadable',
  'assignee_sees_no_tickets',
  'cannot_invite_yourself',
  'cannot_see_ticket',
  'cannot_send_as',
  'company_not_empty',
  'csv_ambiguous',
  'csv_cell_too_long',
  'csv_disabled',
  'csv_extra_cells',
  'csv_key_missing',
  'csv_no_key',
  'csv_no_rows',
  'csv_not_text',
  'csv_open_quote',
  'csv_repeated',
  'csv_stray_quote',
  'csv_too_many_rows',
  'csv_too_wide',
  'customer_not_found',
  'domain_invalid',
  'has_dependents',
  'identity_in_use',
  'last_admin',
  'last_owner',
  'message_empty',
  'name_in_use',
  'no_way_back',
  'note_of_another',
  'nothing_left',
  'path_invalid',
  'product_has_no_mailbox',
  'proof_required',
  'quota_exceeded',
  'recipient_is_customer',
  'recipient_is_mailbox',
  'recipient_missing',
  'right_is_fixed',
  'search_too_many_words',
  'search_too_slow',
  'search_unknown_operator',
  'search_unknown_value',
  'search_value_missing',
  'ticket_has_no_channel',
  'ticket_is_merged',
  'ticket_not_found',
  'time_not_ahead',
  'time_too_far',
  'too_many_jobs',
  'too_many_tokens',
  'unknown_variable',
  'unsafe_header',
  'was_removed',
  'was_taken_back',
];

/** What only some pages refuse comes with the words that these wait for; those of a company wait for those of its archive. */
const laterErrors = {
  archive: ['case_prefix_unreadable', 'incorrect_ip_format', 'incorrect_subnet_format', 'would_lock_you_out'],
  calendar: ['holiday_backwards', 'hours_overlap'],
  integrations: ['app_secret_malformed', 'token_in_use', 'token_malformed', 'token_missing'],
} as const satisfies Partial<Record<LaterSection, readonly string[]>>;

/** With which words an error's come: those of the AI page with that page. */
export function partOfError(key: string): WordsPart {
  if (key.startsWith('ai_')) return 'ai';
  const later = Object.entries(laterErrors).find(([, keys]) => (keys as readonly string[]).includes(key));
  return later ? (later[0] as LaterSection) : deskErrors.includes(key) ? 'desk' : 'door';
}

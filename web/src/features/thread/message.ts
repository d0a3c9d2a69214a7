import type { Row } from '#contract/entity.ts';
import type { messages } from '#contract/messages.ts';

/** A message as the desk fetches it. */
export type Message = Row<typeof messages>;

/** The fields the thread shows; asking for these and no more keeps long threads quick. */
export const messageFields = [
  'id',
  'ticket_id',
  'company_id',
  'origin_ticket_id',
  'side_id',
  'channel',
  'kind',
  'direction',
  'author',
  'from',
  'to',
  'cc',
  'bcc',
  'subject',
  'body_html',
  'body_text',
  'quoted_text',
  'has_quote',
  'remote_images',
  'mail_kind',
  'event',
  'attachments',
  'delivery',
  'client_id',
  'is_verified',
  'has_source',
  'edits',
  'edited_at',
  'added',
] as const satisfies readonly (keyof Message)[];

/** A customer's mail with HTML of its own, which is shown in a document of its own. */
export const hasOwnLook = (message: Message) =>
  (message.kind === 'inbound' || message.kind === 'side_inbound') && message.body_html !== null;

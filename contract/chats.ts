import { z } from 'zod';
import { call } from './call.ts';
import { ratings } from './chat-ratings.ts';
import { idValue } from './entity.ts';

const chatFacts = z.strictObject({
  quidget: z.string(),
  /** Its visitor neither reads nor writes there: the quidget is disabled. */
  is_closed: z.boolean(),
  page_url: z.string(),
  page_title: z.string(),
  referrer: z.string(),
  /** The page that they have open; null: they have left. */
  now: z.strictObject({ url: z.string(), title: z.string(), since: z.string() }).nullable(),
  /** ISO 3166-1, two letters, by their address; null: unknown. */
  country: z.string().nullable(),
  browser: z.string(),
  system: z.string(),
  /** As typed, which proves nothing; empty when they were not asked. */
  said: z.strictObject({ name: z.string(), email: z.string(), phone: z.string() }),
  /** Who they are on the site, by the signature of its server; null: nobody vouches for them. */
  signed_in_as: z.string().nullable(),
  /** Claims of the site's page. */
  attributes: z.record(z.string(), z.string()),
  visitor_read_to: z.int(),
  /** Of each chat that is a part of the ticket, by the ticket that it began as: several may have been merged. */
  chats: z.array(z.strictObject({ ticket_id: z.int(), is_closed: z.boolean(), visitor_read_to: z.int() })),
  rating: z.enum(ratings).nullable(),
});
export type ChatFacts = z.infer<typeof chatFacts>;

/** What is known of the visitor behind a ticket of the channel `chat`, and of where they began it. */
export const readChat = call('tickets/chat', 'Where a chat began, and what its visitor said of themselves', {
  scope: 'tickets.get',
  data: z.strictObject({ ticket_id: idValue }),
  /** Null: the ticket came another way. */
  answer: z.strictObject({ chat: chatFacts.nullable() }),
  errors: ['ticket_not_found'],
});

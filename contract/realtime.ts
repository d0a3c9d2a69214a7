import { z } from 'zod';
import { idValue } from './entity.ts';

/**
 * What the socket at `/v1/ws` says. Small enough to refetch by: what a client shows after it equals what a fresh fetch
 * would show, so an event may arrive twice.
 *
 * After connecting, the client sends `{"bookmark": "…"}` (or null). The server answers `hello`, then everything after the
 * bookmark, then what happens from now on. When the gap is too wide, or the bookmark is of another life of the database,
 * it says `resync` and the client fetches afresh. Every half a minute it says `beat`, or a line that died without a word
 * would be taken for a quiet one.
 */
export const realtimeEvent = z.strictObject({
  uuid: z.string(),
  entity: z.string(),
  action: z.enum(['created', 'updated', 'deleted', 'restored', 'hello', 'resync', 'signed_out', 'beat']),
  params: z.record(z.string(), z.unknown()),
  bookmark: z.string().optional(),
});
export type RealtimeEvent = z.infer<typeof realtimeEvent>;

export const realtimeHello = z.strictObject({ bookmark: z.string().max(100).nullable() });

/** What somebody does at a ticket. */
export const doings = ['reading', 'replying', 'noting'] as const;
export type Doing = (typeof doings)[number];

/**
 * After its hello the client says where its desk is, whenever that changes: at a ticket, or at none. It is told of others
 * by events `watchers` / `updated` with `{ticket_id, company_id, watchers}`: everybody who is at the ticket now, itself
 * included. After each hello come those of every ticket at which somebody is; after `watchers` / `resync` they come again,
 * and what was told before is forgotten.
 */
export const whereabouts = z.strictObject({
  at: z.strictObject({ ticket_id: idValue, doing: z.enum(doings) }).nullable(),
});
export type Whereabouts = z.infer<typeof whereabouts>;

export const watcher = z.strictObject({
  id: idValue,
  name: z.string(),
  avatar: z.string().nullable(),
  doing: z.enum(doings),
  /** The customer themselves, at their chat; `id` is the visitor's then. */
  is_visitor: z.union([z.literal(0), z.literal(1)]),
});
export type Watcher = z.infer<typeof watcher>;

export const watchersOfTicket = z.strictObject({
  ticket_id: idValue,
  company_id: idValue,
  watchers: z.array(watcher),
});

import { z } from 'zod';

/**
 * What the socket at `/v1/ws` says. Small enough to refetch by: what a client shows after it equals what a fresh fetch
 * would show, so an event may arrive twice.
 *
 * After connecting, the client sends `{"bookmark": "…"}` (or null). The server answers `hello`, then everything after the
 * bookmark, then what happens from now on. When the gap is too wide, or the bookmark is of another life of the database,
 * it says `resync` and the client fetches afresh.
 */
export const realtimeEvent = z.strictObject({
  uuid: z.string(),
  entity: z.string(),
  action: z.enum(['created', 'updated', 'deleted', 'restored', 'hello', 'resync', 'signed_out']),
  params: z.record(z.string(), z.unknown()),
  bookmark: z.string().optional(),
});
export type RealtimeEvent = z.infer<typeof realtimeEvent>;

export const realtimeHello = z.strictObject({ bookmark: z.string().max(100).nullable() });

import { z } from 'zod';
import { choice, text, time } from './entity.ts';

/** How the connection of a channel account, such as a mailbox or a bot, is. */
export const healthStates = ['ok', 'connecting', 'degraded', 'action_needed'] as const;
export type ChannelHealth = (typeof healthStates)[number];

/** As an account tells of it. `health_key` is a key of contract/mail-errors.ts or contract/messenger-errors.ts. */
export const healthFields = {
  health_state: choice(healthStates),
  health_key: text({ max: 50, nullable: true }),
  health_details: text({ max: 1000, nullable: true, filter: false }),
  health_since: time({ nullable: true }),
  next_try_at: time({ nullable: true }),
};

/** What happened to a connection. */
export const healthHistory = z.strictObject({
  entries: z.array(
    z.strictObject({
      at: z.string(),
      state: z.enum(healthStates),
      key: z.string().nullable(),
      details: z.string().nullable(),
    }),
  ),
});

import { z } from 'zod';
import { call, nothing } from './call.ts';
import { idValue, timeValue } from './entity.ts';
import { notificationKinds } from './settings.ts';

/**
 * What the socket says to one person about one of their tickets: `entity` is `notifications`, `action` is `created`. The
 * ways are decided by the server, quiet hours included.
 */
export const notice = z.object({
  id: idValue,
  kind: z.enum(notificationKinds),
  company_id: idValue,
  ticket_id: idValue,
  case_number: z.string(),
  title: z.string(),
  /** Who did it: the customer or a colleague. */
  who: z.string(),
  in_app: z.boolean(),
  sound: z.boolean(),
  at: timeValue,
});
export type Notice = z.output<typeof notice>;

export const atDesk = call(
  'notifications/at-desk',
  'Somebody touched the desk just now: they get no letters about what they see there',
  { data: nothing, answer: nothing },
);

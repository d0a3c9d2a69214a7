import { z } from 'zod';
import { call, nothing } from './call.ts';
import { idValue, timeValue } from './entity.ts';
import { notificationKinds } from './settings.ts';

/** Null: of a letter that has no ticket yet. */
const ticketId = idValue.nullable();
/** The `client_id` of a letter that has no ticket yet; null: of a ticket. */
const letterId = z.uuid().nullable();

/**
 * What the socket says to one person about one of their tickets: `entity` is `notifications`, `action` is `created`. The
 * ways are decided by the server, quiet hours included.
 */
export const notice = z.object({
  id: idValue,
  kind: z.enum(notificationKinds),
  company_id: idValue,
  ticket_id: ticketId,
  letter_id: letterId,
  /** Empty without a ticket. */
  case_number: z.string(),
  title: z.string(),
  /** Who did it: the customer or a colleague; or whom it did not reach. */
  who: z.string(),
  in_app: z.boolean(),
  sound: z.boolean(),
  at: timeValue,
});
export type Notice = z.output<typeof notice>;

/** What is told by a message that stands in the thread of its ticket, or beside it. */
export const kindsOfMessages = [
  ...(['customer_replied', 'unassigned_replied', 'mentioned', 'noted', 'not_delivered', 'side_answered'] as const),
] as const;

export const atDesk = call(
  'notifications/at-desk',
  'Somebody touched the desk just now: they get no letters about what they see there',
  { data: nothing, answer: nothing },
);

/** Further news of a person's tickets than these are not looked through. */
export const notificationsLookedAtMax = 2000;
export const notificationGroupsPerPage = 30;
/** More tickets and letters together are not counted. */
export const unreadMax = 100;

/** News of one ticket: the newest, and how many there are. */
export const noticeGroup = z.strictObject({
  /** Of the newest. */
  id: idValue,
  kind: z.enum(notificationKinds),
  who: z.string(),
  at: timeValue,
  company_id: idValue,
  ticket_id: ticketId,
  letter_id: letterId,
  /** Empty without a ticket. */
  case_number: z.string(),
  title: z.string(),
  count: z.int(),
  unread: z.int(),
  /** The first message of it that was not seen, where that stands in the thread. */
  message_id: idValue.nullable(),
  /** The side conversation that it stands in, where that is beside the thread. */
  side_id: idValue.nullable(),
});
export type NoticeGroup = z.output<typeof noticeGroup>;

export const listNotifications = call(
  'notifications/list',
  "What happened to one's tickets, a row per ticket, the newest first",
  {
    data: z.strictObject({
      is_unread: z.union([z.literal(0), z.literal(1)]).optional(),
      /** The `id` of the last row of the page before. */
      before: idValue.optional(),
    }),
    answer: z.strictObject({ groups: z.array(noticeGroup), has_more: z.boolean() }),
  },
);

export const countUnread = call(
  'notifications/unread',
  'How many tickets, and letters that have none yet, have news that one has not seen, the newest 100 of both together',
  {
    data: nothing,
    answer: z.strictObject({
      tickets: z.int(),
      letters: z.int(),
      /** The newest news of each of these tickets. */
      newest: z.array(z.strictObject({ ticket_id: idValue, id: idValue })),
    }),
  },
);

export const readNotifications = call(
  'notifications/read',
  'Marks news as seen: of these tickets, of a letter that has no ticket, or all up to the one named',
  {
    data: z
      .strictObject({
        ticket_ids: z.array(idValue).min(1).max(100).optional(),
        letter_id: z.uuid().optional(),
        up_to: idValue.optional(),
      })
      .refine((data) => Object.values(data).filter((one) => one !== undefined).length === 1, {
        path: ['ticket_ids'],
        params: { key: 'required' },
      }),
    answer: nothing,
  },
);

import { z } from 'zod';
import { call, nothing } from './call.ts';
import { idValue, safeLine, timeValue } from './entity.ts';

export const announcementTextMax = 300;
export const announcementLevels = ['info', 'warning'] as const;
/** So many are shown to operators, the newest first. */
export const announcementsListed = 50;
/** Desks know so much ahead what they will have to show. */
export const announcedAheadMinutes = 15;

const words = {
  text_en: safeLine(announcementTextMax, 3),
  text_uk: safeLine(announcementTextMax, 3),
  level: z.enum(announcementLevels),
  begins: timeValue,
  /** After `begins`, and not over yet. */
  ends: timeValue,
};
const shown = z.strictObject({
  id: idValue,
  text_en: z.string(),
  text_uk: z.string(),
  level: z.enum(announcementLevels),
  begins: z.string(),
  ends: z.string(),
});
export type Announcement = z.output<typeof shown>;

const made = z.strictObject({
  ...shown.shape,
  made_by: z.string().nullable(),
  withdrawn_at: z.string().nullable(),
  /** How many people have put it away. */
  put_away: z.int(),
});
export type MadeAnnouncement = z.output<typeof made>;

export const makeAnnouncement = call(
  'announcements/make',
  'Tells everybody something, over the desk. For operators. The same `request_id` tells it once',
  {
    data: z.strictObject({ ...words, request_id: z.uuid().optional() }),
    answer: z.strictObject({ id: idValue }),
    errors: ['password_needed', 'sign_in_needed'],
  },
);

export const listAnnouncements = call('announcements/list', 'What was announced, the newest first. For operators', {
  data: nothing,
  answer: z.strictObject({ announcements: z.array(made) }),
});

export const withdrawAnnouncement = call('announcements/withdraw', 'Takes an announcement back. For operators', {
  data: z.strictObject({ id: idValue }),
  answer: nothing,
  errors: ['not_found', 'password_needed', 'sign_in_needed'],
});

export const currentAnnouncements = call(
  'announcements/current',
  'What is announced now and within the next minutes, but for what the caller has put away',
  { data: nothing, answer: z.strictObject({ announcements: z.array(shown) }) },
);

export const putAwayAnnouncement = call('announcements/put-away', 'Shows an announcement to the caller no longer', {
  data: z.strictObject({ id: idValue }),
  answer: nothing,
  errors: ['not_found'],
});

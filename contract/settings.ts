import { z } from 'zod';
import { call, nothing } from './call.ts';
import { countedFirst, idValue, safeText } from './entity.ts';
import { ticketViews } from './ticket-views.ts';

/** As they travel and are stored. */
export const languages = ['en', 'ua'] as const;
/** `tag` is what HTML and Intl call a language (BCP 47); `name` is its own. */
export const languageNames = {
  en: { tag: 'en', name: 'English' },
  ua: { tag: 'uk', name: 'Українська' },
} as const satisfies Record<(typeof languages)[number], { tag: string; name: string }>;
export const themes = ['system', 'light', 'dark'] as const;
export const densities = ['comfortable', 'compact'] as const;
export const dateFormats = ['D MMM YYYY', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD'] as const;
/** Where the desk goes when a ticket is done with: answered, resolved, snoozed or put away. */
export const afterSending = ['stay', 'next', 'previous', 'list'] as const;

/** The views of tickets that a desk may begin with. */
export const firstViews = ticketViews.filter((view) => view !== 'spam' && view !== 'trash');
/** More than a company has as a rule. */
export const mutedProductsMax = 100;
/** What a muted product's tickets tell all the same: it is meant for this person by name, or about their own letters. */
export const toldWhereMuted: readonly NotificationKind[] = ['assigned', 'mentioned', 'letter_held', 'not_delivered'];

/** Letters go to who is not at the desk, or whatever they do. */
export const mailWhens = ['away', 'always'] as const;

/** SPEC section 4. */
export const notificationPositions = ['topRight', 'topCenter', 'bottomLeft', 'bottomRight'] as const;
/** SPEC section 9: five seconds, and from a minute on 59 seconds are meant. */
export const notificationDurationMs = { min: 1_000, usual: 5_000, max: 600_000 } as const;

/** What a person can hear about, in the order a screen shows it. */
export const notificationKinds = [
  'new_ticket',
  'assigned',
  'customer_replied',
  'unassigned_replied',
  'mentioned',
  'noted',
  'woke',
  'letter_held',
  'not_delivered',
  'side_answered',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];
export const notificationWays = ['in_app', 'sound', 'push', 'mail'] as const;
export type NotificationWay = (typeof notificationWays)[number];

/**
 * The queue itself is on the screen; what waits for this person in particular is told. Push reaches nobody who has not
 * turned it on for a device.
 */
export const usualNotifications: Record<NotificationKind, readonly NotificationWay[]> = {
  new_ticket: [],
  assigned: ['in_app', 'push', 'mail'],
  customer_replied: ['in_app', 'push'],
  unassigned_replied: [],
  mentioned: ['in_app', 'push', 'mail'],
  noted: ['in_app', 'push'],
  woke: ['in_app', 'push'],
  letter_held: ['in_app', 'push', 'mail'],
  not_delivered: ['in_app', 'push', 'mail'],
  side_answered: ['in_app', 'push'],
};

/** How long a reply may be taken back, by the person's choice. */
export const undoSendSeconds = [0, 5, 10, 20, 30] as const;

/** Monday is 1, Sunday 7. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

export const signatureLengthMax = 5_000;

const flag = z.union([z.literal(0), z.literal(1)]);
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const matrix = z.record(z.enum(notificationKinds), z.record(z.enum(notificationWays), flag));
const someOfMatrix = countedFirst(
  notificationKinds.length,
  z.partialRecord(
    z.enum(notificationKinds),
    countedFirst(notificationWays.length, z.partialRecord(z.enum(notificationWays), flag)),
  ),
);

const choices = {
  language: z.enum(languages),
  /** An IANA name. */
  time_zone: safeText(64, 1),
  date_format: z.enum(dateFormats),
  clock: z.union([z.literal(24), z.literal(12)]),
  theme: z.enum(themes),
  density: z.enum(densities),
  /** 1: single keys act (J, E, /); 0: those with Ctrl or Cmd alone. */
  single_keys: flag,
  /** HTML as a reply may hold it; what else it carries is taken out. */
  signature: safeText(signatureLengthMax),
  after_sending: z.enum(afterSending),
  /** What the desk shows when it is opened. */
  first_view: z.enum(firstViews),
  /** How long a reply may be taken back before it leaves. */
  undo_send_seconds: z.literal(undoSendSeconds),
  /** What Snooze and Send later offer: when a morning and an evening are, and which days one works. */
  snooze_presets: z.strictObject({
    morning: clockTime,
    evening: clockTime,
    days: z
      .array(z.literal(weekdays))
      .min(1)
      .max(weekdays.length)
      .refine((days) => new Set(days).size === days.length, { params: { key: 'invalid_value' } }),
  }),
  notification_position: z.enum(notificationPositions),
  notification_duration: z.int().min(notificationDurationMs.min).max(notificationDurationMs.max),
  /** From when to when nothing rings, in the person's time zone; `HH:mm`, over midnight where it begins later than it ends. */
  quiet_hours: z.strictObject({ is_on: flag, from: clockTime, to: clockTime }),
  mail_when: z.enum(mailWhens),
  /** Of tickets of these products nothing is told, in no way, but `toldWhereMuted`. */
  muted_products: z.array(idValue).max(mutedProductsMax),
  /** 1: what is pushed says who wrote, about what, and how it begins; 0: of what kind it is and in which ticket. */
  push_preview: flag,
} as const;

/** Everything a person prefers. */
export const personSettings = z.strictObject({
  ...choices,
  /** Null: never chosen; the desk then takes the device's and remembers it. */
  time_zone: choices.time_zone.nullable(),
  notifications: matrix,
});
export type PersonSettings = z.output<typeof personSettings>;

export const settingsChange = z.strictObject({ ...choices, notifications: someOfMatrix }).partial();
export type SettingsChange = z.output<typeof settingsChange>;

export const allSettings = call('settings/all', 'Everything the signed-in person prefers', {
  data: nothing,
  answer: z.strictObject({ settings: personSettings }),
});

export const changeSettings = call(
  'settings/change',
  'Changes what the signed-in person prefers; what is not named stays as it is',
  { data: settingsChange, answer: z.strictObject({ settings: personSettings }) },
);

export const settingsLanguages = call('settings/languages', 'The languages the desk speaks', {
  access: 'public',
  data: nothing,
  answer: z.strictObject({
    languages: z.array(z.strictObject({ code: z.enum(languages), tag: z.string(), name: z.string() })),
  }),
});

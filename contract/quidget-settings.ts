import { z } from 'zod';
import { idValue, safeLine, safeText } from './entity.ts';

/**
 * How a quidget looks, speaks and behaves, as the editor writes it and the chat on the site reads it. What is left out is
 * as it is by default, so that settings of an earlier Parley stay readable: a new setting needs a default and no more. A
 * setting whose meaning changes takes a new `version`, and whoever reads tells both apart.
 */
export const quidgetLanguages = ['en', 'ua'] as const;
export type QuidgetLanguage = (typeof quidgetLanguages)[number];

export const launcherShapes = ['circle', 'square', 'pill'] as const;
export const quidgetSchemes = ['auto', 'light', 'dark'] as const;
/** What is asked of a visitor before the first message. */
export const askedFields = ['name', 'email', 'phone', 'question'] as const;
export const askedHow = ['off', 'optional', 'required'] as const;
export const consentKinds = ['off', 'notice', 'required'] as const;
export const pageRules = ['everywhere', 'only', 'except'] as const;

export const offsetPxMax = 200;
export const opensAfterSecondsMax = 3600;
export const pagesMax = 50;
export const proactiveMax = 20;
export const proactiveSecondsMax = 3600;
export const proactiveTextMax = 300;

/** Every text that visitors read, with its longest length. Empty: the usual words (`quidget-words.ts`). */
export const quidgetTextLengths = {
  title: 49,
  greeting: 80,
  intro: 200,
  launcher: 30,
  placeholder: 80,
  question: 120,
  offline: 300,
  thanks: 200,
  consent: 300,
  rating: 120,
  /** What a visitor may say by one press before anything was said, each on a line of its own; six are shown. */
  choices: 240,
} as const;
export type QuidgetText = keyof typeof quidgetTextLengths;
export const quidgetTexts = Object.keys(quidgetTextLengths) as QuidgetText[]; // its own keys

const flag = (usual: 0 | 1) => z.union([z.literal(0), z.literal(1)]).default(usual);
const offset = z.int().min(0).max(offsetPxMax).default(20);

const texts = z
  .strictObject(
    Object.fromEntries(
      Object.entries(quidgetTextLengths).map(([name, max]) => [name, safeText(max).default('')]),
    ) as Record<QuidgetText, z.ZodDefault<ReturnType<typeof safeText>>>,
  )
  .prefault({});

const asked = (email: (typeof askedHow)[number]) =>
  z
    .strictObject({
      name: z.enum(askedHow).default('optional'),
      email: z.enum(askedHow).default(email),
      phone: z.enum(askedHow).default('off'),
      question: z.enum(askedHow).default('off'),
    })
    .prefault({});

/** A path of the site: `/shop/*`. */
export const quidgetPage = safeLine(200, 1).refine((path) => path.startsWith('/'), { params: { key: 'path_invalid' } });
/** Where a visitor reads what becomes of what they write; nothing but a page of the web can be opened from it. */
const webAddress = safeLine(500).refine((text) => text === '' || /^https?:\/\/[^\s"'<>\\]+$/i.test(text), {
  params: { key: 'invalid_value' },
});

/** What is said at the launcher to whoever stays on a page: once to each visitor, and never again to whoever closed it. */
const proactive = z
  .strictObject({
    /** Its own, so that it is known which ones a visitor has seen. */
    key: z.uuid(),
    page: quidgetPage,
    seconds: z.int().min(0).max(proactiveSecondsMax),
    texts: z.strictObject({ en: safeText(proactiveTextMax).default(''), ua: safeText(proactiveTextMax).default('') }),
    /** In whose name; null, or somebody who has left: in the quidget's. */
    user_id: idValue.nullable().default(null),
    only_when_open: flag(1),
  })
  .refine(({ texts: { en, ua } }) => (en + ua).trim() !== '', { path: ['texts', 'en'], params: { key: 'required' } });
export type ProactiveMessage = z.output<typeof proactive>;

export const quidgetSettings = z.strictObject({
  version: z.literal(1).default(1),
  look: z
    .strictObject({
      position: z.enum(['left', 'right']).default('right'),
      offset_x_px: offset,
      offset_y_px: offset,
      shape: z.enum(launcherShapes).default('circle'),
      scheme: z.enum(quidgetSchemes).default('auto'),
      shows_team: flag(1),
    })
    .prefault({}),
  texts: z.strictObject({ en: texts, ua: texts }).prefault({}),
  form: z
    .strictObject({
      online: asked('optional'),
      offline: asked('required'),
      consent: z.enum(consentKinds).default('off'),
      privacy_url: webAddress.default(''),
    })
    .prefault({})
    .refine(({ offline }) => offline.email === 'required' || offline.phone === 'required', {
      path: ['offline', 'email'],
      params: { key: 'no_way_back' },
    }),
  behaviour: z
    .strictObject({
      language: z.enum(['auto', ...quidgetLanguages]).default('auto'),
      /** Null: by the visitor alone. */
      opens_after_seconds: z.int().min(0).max(opensAfterSecondsMax).nullable().default(null),
      page_rule: z.enum(pageRules).default('everywhere'),
      pages: z.array(quidgetPage).max(pagesMax).default([]),
      has_sound: flag(1),
      hides_offline: flag(0),
      takes_files: flag(1),
      asks_rating: flag(1),
      /** Whether agents see who has a page open. */
      sees_visitors: flag(1),
    })
    .prefault({}),
  proactive: z.strictObject({ messages: z.array(proactive).max(proactiveMax).default([]) }).prefault({}),
});
export type QuidgetSettings = z.output<typeof quidgetSettings>;

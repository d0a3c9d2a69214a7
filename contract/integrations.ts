import { z } from 'zod';
import { call } from './call.ts';
import { healthFields, healthHistory } from './channel-health.ts';
import { choice, entity, flag, id, idValue, integer, json, longText, safeText, text, time } from './entity.ts';
import { hasWebPort } from './web-ports.ts';

/** What a product can be integrated with: `code` of system-settings, whose ids are counted from 1 in this order. */
export const messengers = ['telegram', 'viber', 'whatsapp'] as const;
export type Messenger = (typeof messengers)[number];
export const settingsIdOf = (messenger: Messenger): number => messengers.indexOf(messenger) + 1;

/** What there is to integrate with (SPEC section 7); the installation's, and alike for everybody. */
export const systemSettings = entity('system-settings', {
  actions: ['get'],
  isCommon: true,
  fields: { id: id(), code: text({ max: 30 }) },
});

/** SPEC section 5, of Telegram and Viber; what the makers of WhatsApp hand out has no documented form. */
const tokenForms: Record<Messenger, RegExp> = {
  telegram: /^\d{1,20}:[A-Za-z0-9_-]{1,200}$/,
  viber: /^[A-Za-z0-9]{1,100}-[A-Za-z0-9]{1,100}-[A-Za-z0-9]{1,100}$/,
  whatsapp: /^[A-Za-z0-9_.|-]{20,1000}$/,
};
export const isTokenOf = (messenger: Messenger, token: string): boolean => tokenForms[messenger].test(token);
const isToken = (token: string): boolean => messengers.some((one) => isTokenOf(one, token));

/** Digits; not the telephone number. */
const phoneNumberId = z
  .string()
  .min(1)
  .max(100, { abort: true })
  .refine((id) => /^\d{5,30}$/.test(id), { params: { key: 'phone_number_id_malformed' } });
export const additionalOf = z.discriminatedUnion('messenger', [
  z.strictObject({ messenger: z.literal('telegram') }),
  z.strictObject({ messenger: z.literal('viber') }),
  z.strictObject({ messenger: z.literal('whatsapp'), phone_number_id: phoneNumberId }),
]);
export type Additional = z.output<typeof additionalOf>;

export const tokenMax = 1000;
/** What Meta calls an app secret. */
export const isAppSecret = (secret: string): boolean => /^[0-9a-f]{32}$/.test(secret);
const url = z.url();
/** An own server that speaks the protocol, such as a Bot API server in the house. */
export const isApiUrl = (text: string): boolean =>
  // Some that look like one are none: a port past the last, an address with a fourth part of 999.
  url.safeParse(text).success &&
  /^https?:\/\/(?:[\w.-]{1,49}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?(?:\/[\w./~-]{0,49})?$/i.test(text);

/** Of a company, disabled ones aside. Beyond it: `limit_reached`. */
export const integrationsPerCompanyMax = 100;

/**
 * Messengers through which a product is written to (SPEC sections 3, 5, 7). Tokens are written and never read: `auth1` is
 * the bot's, `auth2` WhatsApp's app secret. A token serves one product of one company in the whole installation.
 */
export const integrations = entity('integrations', {
  fields: {
    id: id(),
    company_id: id({ write: 'create', required: true, refersTo: 'companies' }),
    product_id: id({ write: 'always', required: true, refersTo: 'products' }),
    settings_id: integer({ min: 1, max: messengers.length, write: 'create', required: true }),
    title: text({ min: 3, max: 49, write: 'always' }),
    api_url: longText({
      min: 3,
      max: 49,
      nullable: true,
      write: 'always',
      rule: [
        { key: 'api_url_malformed', holds: isApiUrl },
        { key: 'outbound_address_refused', holds: hasWebPort },
      ],
    }),
    additional: json(additionalOf, { write: 'always', required: true }),
    auth1: longText({
      min: 1,
      max: tokenMax,
      write: 'always',
      required: true,
      readable: false,
      rule: { key: 'token_malformed', holds: isToken },
    }),
    auth2: longText({
      max: tokenMax,
      write: 'always',
      nullable: true,
      readable: false,
      rule: { key: 'app_secret_malformed', holds: isAppSecret },
    }),
    instant: flag({ write: 'always' }),
    messenger: choice(messengers),
    /** What the provider calls it; null until it was asked. */
    bot_name: text({ max: 255, nullable: true }),
    bot_address: text({ max: 255, nullable: true }),
    picture: text({ max: 255, nullable: true, filter: false, sort: false }),
    /** The provider already delivers what customers write to this host. */
    other_webhook: text({ max: 255, nullable: true, filter: false, sort: false }),
    ...healthFields,
    checked_at: time({ nullable: true }),
    company_name: text({ max: 50 }),
    'product.name': text({ max: 49 }),
    'product.abbreviation': text({ max: 49 }),
    'product.color': text({ max: 7, filter: false }),
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
  searched: ['title', 'bot_name', 'bot_address', 'product.name'],
  dependents: ['messenger_tickets'],
});

const checked = z.strictObject({
  ok: z.boolean(),
  /** A key of contract/messenger-errors.ts; null when all is well. */
  key: z.string().nullable(),
  message: z.string().nullable(),
  /** The provider's own words. */
  details: z.string().nullable(),
  /** After how long the provider wants to be asked again. */
  retry_seconds: z.int().nullable(),
  took_ms: z.int(),
  bot: z
    .strictObject({
      name: z.string(),
      address: z.string().nullable(),
      /** A small picture as `data:` address. */
      picture: z.string().nullable(),
      other_webhook: z.string().nullable(),
    })
    .nullable(),
});
export type IntegrationChecked = z.infer<typeof checked>;

/** With `id`, what is left out is taken from that integration; a token is not, once the address has changed. */
export const checkIntegration = call(
  'integrations/check',
  'Asks the messenger whether it knows this token, and whose it is. Nothing is kept',
  {
    scope: 'integrations.create',
    data: z.strictObject({
      company_id: idValue,
      id: idValue.optional(),
      additional: additionalOf,
      api_url: safeText(49, 3)
        .refine(isApiUrl, { params: { key: 'api_url_malformed' } })
        .refine(hasWebPort, { params: { key: 'outbound_address_refused' } })
        .nullable()
        .optional(),
      auth1: safeText(tokenMax)
        .refine(isToken, { params: { key: 'token_malformed' } })
        .optional(),
      auth2: safeText(tokenMax)
        .refine(isAppSecret, { params: { key: 'app_secret_malformed' } })
        .nullable()
        .optional(),
    }),
    answer: checked,
    errors: ['not_found', 'required', 'token_malformed', 'app_secret_malformed', 'too_many_requests'],
  },
);

export const lookAtIntegration = call('integrations/look', 'Checks an integration now, and keeps what was found', {
  scope: 'integrations.update',
  data: z.strictObject({ id: idValue }),
  answer: checked,
  errors: ['not_found', 'too_many_requests'],
});

export const integrationHistory = call(
  'integrations/history',
  'The last fifty things that happened to the connection, newest first',
  {
    scope: 'integrations.get',
    data: z.strictObject({ id: idValue }),
    answer: healthHistory,
    errors: ['not_found'],
  },
);

/**
 * The stored secrets that a change would send to a server they were not given for: whoever may change an integration must
 * not have its token handed over by naming a server of their own.
 */
export function secretsToGiveAgain(
  was: { api_url: string | null; has_auth2: boolean },
  change: { api_url?: string | null | undefined; auth1?: string | undefined; auth2?: string | null | undefined },
): ('auth1' | 'auth2')[] {
  if (change.api_url === undefined || change.api_url === was.api_url) return [];
  return [
    ...(change.auth1 === undefined ? (['auth1'] as const) : []),
    ...(was.has_auth2 && change.auth2 === undefined ? (['auth2'] as const) : []),
  ];
}

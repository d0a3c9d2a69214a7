import { z } from 'zod';
import { call, nothing } from './call.ts';
import { idValue, nameLine, safeLine, safeText, timeValue } from './entity.ts';
import { hasWebPort } from './web-ports.ts';

/** By whose protocol a provider is asked; many others speak OpenAI's. */
export const aiProtocols = ['openai', 'anthropic'] as const;
export type AiProtocol = (typeof aiProtocols)[number];
/** Where the two are found themselves. */
export const aiAddresses = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
} as const satisfies Record<AiProtocol, string>;

export const aiConfigsPerPersonMax = 10;

/** What a person may do with artificial intelligence; SPEC section 3 tells it as a list with commas. */
export const aiFeatures = ['own_provider'] as const;

const url = z.url();
const isBaseUrl = (text: string): boolean =>
  // Some that look like one are none: a port past the last, an address with a fourth part of 999.
  url.safeParse(text).success &&
  /^https:\/\/(?:[\w.-]{1,200}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?(?:\/[\w./~-]{0,100})?$/i.test(text);
/** It travels in a header. */
const isKey = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

const protocol = z.enum(aiProtocols);
/** Two letters at least, whatever is blank around them. */
const name = nameLine(30, 2).regex(/^\s*(\S.*\S\s*)?$/su);

const aiConfig = z.strictObject({
  id: idValue,
  protocol,
  name: z.string(),
  base_url: z.string(),
  model: z.string(),
  /** Never more than that there is one. */
  key: z.literal('***'),
  added: timeValue,
});
export type AiConfig = z.output<typeof aiConfig>;

export const aiSettings = call(
  'settings/ai',
  'What the signed-in person may do with artificial intelligence, and the providers of language models they keep for themselves',
  {
    data: nothing,
    answer: z.strictObject({
      /** Names with commas between them. `own_provider`: a company of theirs lets them keep one. */
      ai_features: z.string(),
      'user-ai-config': z.array(aiConfig),
    }),
  },
);

export const addAiConfig = call(
  'user-ai-config/add',
  'Keeps a provider of language models for the signed-in person, once it was asked for its models with this key and has this one',
  {
    data: z.strictObject({
      protocol,
      name,
      /** What stands before `/models`. */
      base_url: safeText(255, 1)
        .refine(isBaseUrl, { params: { key: 'api_url_malformed' } })
        .refine(hasWebPort, { params: { key: 'outbound_address_refused' } }),
      model: safeLine(100, 1),
      key: safeText(500, 1).refine(isKey, { params: { key: 'ai_key_malformed' } }),
    }),
    answer: z.strictObject({
      'user-ai-config': z.array(aiConfig),
      /** How long the provider took to answer. */
      took_ms: z.int(),
    }),
    errors: [
      ...(['forbidden', 'limit_reached', 'name_in_use', 'too_many_requests', 'outbound_address_refused'] as const),
      ...(['ai_key_malformed', 'ai_key_refused', 'ai_model_unknown', 'ai_no_models', 'ai_busy', 'ai_down'] as const),
      ...(['ai_unreachable', 'ai_certificate_untrusted', 'ai_timed_out'] as const),
    ],
  },
);

export const deleteAiConfig = call('user-ai-config/delete', 'Forgets a provider of one’s own, and its key', {
  data: z.strictObject({ id: idValue }),
  answer: nothing,
  errors: ['not_found'],
});

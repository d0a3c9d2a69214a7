import { z } from 'zod';
import { call, nothing } from './call.ts';
import { idValue, nameLine, timeValue } from './entity.ts';
import { ownerErrors } from './two-factor.ts';

export const tokenDaysMax = 365;
export const tokensPerPersonMax = 20;
export const tokenCallsPerMinuteMax = 600;
/** What every token begins with, so that it is recognised where it should not lie. */
export const tokenStart = 'parley_';

/** Privileges by their keys: `tickets.get`. */
const scopes = z
  .array(z.string().regex(/^[a-z-]{1,40}\.[a-z-]{1,40}$/))
  .min(1)
  .max(200);

const apiToken = z.strictObject({
  id: idValue,
  name: z.string(),
  company_id: idValue,
  /** How the token begins, to tell it from others. The whole of it is shown once and never again. */
  prefix: z.string(),
  scopes,
  expires: timeValue,
  last_used: timeValue.nullable(),
  added: timeValue,
});
export type ApiToken = z.output<typeof apiToken>;

export const listTokens = call('api-tokens/get', 'The API tokens of the signed-in person that still work', {
  data: nothing,
  answer: z.strictObject({ 'api-tokens': z.array(apiToken) }),
});

export const createToken = call(
  'api-tokens/create',
  'Makes a token for programs. It may do what its scopes name and its person may, in one company. Asks for the password again, unless it was entered a moment ago',
  {
    data: z.strictObject({
      name: nameLine(50, 3),
      company_id: idValue,
      scopes,
      expires_in_days: z.int().min(1).max(tokenDaysMax),
    }),
    /** The token itself, this once. */
    answer: z.strictObject({ token: z.string(), 'api-tokens': z.array(apiToken) }),
    errors: ['not_found', 'forbidden', 'too_many_tokens', ...ownerErrors],
  },
);

export const revokeToken = call('api-tokens/revoke', 'Ends a token at once', {
  data: z.strictObject({ id: idValue }),
  answer: nothing,
  errors: ['not_found'],
});

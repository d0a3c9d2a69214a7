import { z } from 'zod';
import { call, nothing } from './call.ts';
import { idValue, safeText, timeValue } from './entity.ts';

/**
 * Where to go afterwards: a path of ours. What browsers read as another site is refused (SAFETY A28): two slashes, a
 * backslash, and the control characters that they leave out before they look.
 */
const back = safeText(2000)
  .refine((path) => /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path), { params: { key: 'invalid_value' } })
  .optional();

/** What the first provider is called where the operator gave it no name. Desks say it in the language of whoever reads. */
export const usualSsoName = 'Single sign-on';

export const ssoOffer = call('sso/offer', "The operator's providers that one can sign in through", {
  access: 'public',
  data: nothing,
  answer: z.strictObject({ providers: z.array(z.strictObject({ key: z.string(), name: z.string() })) }),
});

export const ssoBegin = call('sso/begin', 'Begins to sign in through a provider: answers where to send the browser', {
  access: 'public',
  /** `provider`: the key of one that `sso/offer` named; the first of them without it. */
  data: z.strictObject({ back, provider: safeText(40, 1).optional() }),
  answer: z.strictObject({ url: z.string() }),
  errors: ['sso_unavailable', 'sso_off', 'not_found', 'too_many_requests'],
});

const signedIn = {
  google2fa_required: z.boolean(),
  back: z.string().nullable(),
};

export const ssoFinish = call('sso/finish', 'Ends it with what the provider sent the browser back with', {
  access: 'public',
  /** The query of `/v1/callback`, with its question mark. */
  data: z.strictObject({ search: safeText(8000, 1) }),
  answer: z.discriminatedUnion('step', [
    z.strictObject({ step: z.literal('signed_in'), ...signedIn }),
    /** There is an account with this address: its password proves that both are the same person. */
    z.strictObject({ step: z.literal('link'), email: z.string() }),
  ]),
  errors: [
    'sso_off',
    'sso_unavailable',
    'sso_failed',
    'sso_expired',
    'sso_email_unverified',
    'sso_account_unconfirmed',
    'sso_no_account',
    'account_locked',
  ],
});

export const ssoLink = call('sso/link', 'Links the account to the provider by its password, once, and signs in', {
  access: 'public',
  data: z.strictObject({ password: z.string().min(1).max(255) }),
  answer: z.strictObject(signedIn),
  errors: ['sso_off', 'sso_expired', 'incorrect_credentials', 'account_locked'],
});

const ssoLinkShape = z.strictObject({
  id: idValue,
  /** What the operator calls the provider; its host name when it is configured no more. */
  name: z.string(),
  /** The address that both sides had verified when they were linked. */
  email: z.string(),
  added: timeValue,
  last_used: timeValue,
  /** Nobody knows the account's password, and there is no other link: this one stays. */
  is_last_way_in: z.boolean(),
});
export type SsoLink = z.output<typeof ssoLinkShape>;

export const ssoLinks = call('sso/links', 'The providers that one’s own account is linked to', {
  data: nothing,
  answer: z.strictObject({ links: z.array(ssoLinkShape) }),
});

export const ssoUnlink = call('sso/unlink', 'Undoes a link of one’s own. The last way in stays', {
  data: z.strictObject({ id: idValue }),
  answer: nothing,
  errors: ['not_found', 'sso_last_way_in'],
});

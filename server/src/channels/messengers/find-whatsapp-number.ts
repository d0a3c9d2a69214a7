import crypto from 'node:crypto';
import type { MessengerErrorKey } from '#contract/messenger-errors.ts';
import type { OutboundGuard } from '#platform/outbound-guard.ts';
import { type Answer, askProvider, below, fetchPicture, objectIn, ProviderError, textIn } from '../ask-provider.ts';
import { type BotFound, pictureBytesMax } from './bot-found.ts';

/** https://developers.facebook.com/docs/graph-api/changelog: a version lives for two years at least. */
const version = 'v23.0';

/**
 * Whose a number is, by the Graph API's phone number node:
 * https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account-to-number-current-status.
 * The app secret is proved by the same question: https://developers.facebook.com/docs/graph-api/securing-requests.
 */
export async function findWhatsappNumber(
  guard: OutboundGuard,
  base: string,
  the: { token: string; appSecret: string; phoneNumberId: string },
): Promise<BotFound> {
  const { token, appSecret, phoneNumberId } = the;
  const proof = crypto.createHmac('sha256', appSecret).update(token).digest('hex');
  const ask = async (path: string, fields: string) => {
    const url = below(base, `${version}/${path}`, { fields, appsecret_proof: proof });
    return wellAnswered(await askProvider(guard, { url, headers: { authorization: `Bearer ${token}` } }), the);
  };
  const found = await ask(phoneNumberId, 'id,display_phone_number,verified_name');
  const id = textIn(found.id);
  if (id !== phoneNumberId) throw new ProviderError('answer_unreadable');
  const number = textIn(found.display_phone_number);
  const profile = await ask(`${phoneNumberId}/whatsapp_business_profile`, 'profile_picture_url').catch(() => ({}));
  const icon = pictureOf(profile);
  return {
    remoteId: id,
    name: textIn(found.verified_name) ?? number ?? id,
    address: number,
    // Where an app is delivered to is not told to a number's token.
    webhookHost: null,
    // The rest of the address is a signature that changes with the hour.
    picture: icon && { ref: `${icon.host}${icon.pathname}`, fetch: () => fetchPicture(guard, icon, pictureBytesMax) },
  };
}

function pictureOf(profile: Record<string, unknown>): URL | null {
  const [first] = Array.isArray(profile.data) ? (profile.data as unknown[]) : [];
  return URL.parse(textIn(objectIn(first).profile_picture_url) ?? '');
}

/** https://developers.facebook.com/docs/graph-api/guides/error-handling and the error codes of the Cloud API. */
function wellAnswered({ body, status, retrySeconds }: Answer, the: { token: string; appSecret: string }) {
  if (body.error === undefined && status < 400) return body;
  const error = objectIn(body.error);
  const words = textIn(error.message)?.replaceAll(the.token, '…').replaceAll(the.appSecret, '…') ?? null;
  throw new ProviderError(
    keyOf(Number(error.code), Number(error.error_subcode), words ?? '', status),
    words,
    retrySeconds,
  );
}

function keyOf(code: number, subcode: number, words: string, status: number): MessengerErrorKey {
  if (/appsecret_proof/i.test(words)) return 'app_secret_wrong';
  if (code === 190) return subcode === 463 || subcode === 467 ? 'token_expired' : 'token_wrong';
  if (code === 10 || code === 3 || (code >= 200 && code < 300)) return 'permission_missing';
  if (code === 100 || code === 803) return 'number_unknown';
  if ([4, 17, 32, 613, 80_007, 130_429].includes(code) || status === 429) return 'rate_limited';
  if (code === 368 || code === 131_031) return 'account_blocked';
  if (code === 1 || code === 2) return 'provider_down';
  return status === 401 ? 'token_wrong' : 'answer_unreadable';
}

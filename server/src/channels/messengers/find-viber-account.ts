import type { MessengerErrorKey } from '#contract/messenger-errors.ts';
import type { OutboundGuard } from '#platform/outbound-guard.ts';
import { askProvider, below, fetchPicture, hostOf, ProviderError, textIn } from '../ask-provider.ts';
import { type BotFound, nameIn, pictureBytesMax } from './bot-found.ts';

/** https://developers.viber.com/docs/api/rest-bot-api/#error-codes: what else there is, our question cannot cause. */
const refusals: Readonly<Record<number, MessengerErrorKey>> = {
  2: 'token_wrong',
  7: 'account_blocked',
  8: 'token_wrong',
  9: 'account_blocked',
  12: 'rate_limited',
  15: 'account_blocked',
};

/** Whose a token is: https://developers.viber.com/docs/api/rest-bot-api/#get-account-info. */
export async function findViberAccount(guard: OutboundGuard, base: string, token: string): Promise<BotFound> {
  const { status, body, retrySeconds } = await askProvider(guard, {
    url: below(base, 'pa/get_account_info'),
    method: 'POST',
    headers: { 'x-viber-auth-token': token },
    body: {},
  });
  if (body.status !== 0) {
    const key = (typeof body.status === 'number' ? refusals[body.status] : undefined) ?? byStatus(status);
    throw new ProviderError(key, textIn(body.status_message)?.replaceAll(token, '…') ?? null, retrySeconds);
  }
  const id = nameIn(body.id);
  if (!id) throw new ProviderError('answer_unreadable');
  const icon = URL.parse(textIn(body.icon) ?? '');
  return {
    remoteId: id,
    name: textIn(body.name) ?? id,
    address: textIn(body.uri),
    webhookHost: hostOf(textIn(body.webhook)),
    picture: icon && { ref: icon.href, fetch: () => fetchPicture(guard, icon, pictureBytesMax) },
  };
}

const byStatus = (status: number): MessengerErrorKey =>
  status === 429 ? 'rate_limited' : status === 401 || status === 403 ? 'token_wrong' : 'answer_unreadable';

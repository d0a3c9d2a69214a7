import type { OutboundGuard } from '#platform/outbound-guard.ts';
import {
  type Answer,
  askProvider,
  below,
  fetchPicture,
  hostOf,
  objectIn,
  ProviderError,
  secondsOf,
  textIn,
} from '../ask-provider.ts';
import { type BotFound, nameIn, pictureBytesMax } from './bot-found.ts';

/** Whose a token is, by the Bot API: https://core.telegram.org/bots/api#getme and #getwebhookinfo. */
export async function findTelegramBot(guard: OutboundGuard, base: string, token: string): Promise<BotFound> {
  // The colon stands as it is: Telegram reads the token from the path.
  const ask = async (method: string, query: Record<string, string> = {}) =>
    resultOf(await askProvider(guard, { url: below(base, `bot${token}/${method}`, query) }), token);
  const me = objectIn(await ask('getMe'));
  const id = String(me.id);
  // A token says whose it is: a server that somebody named cannot answer with another bot.
  if (me.is_bot !== true || id !== token.split(':')[0]) throw new ProviderError('answer_unreadable');
  const webhook = objectIn(await ask('getWebhookInfo'));
  const username = textIn(me.username);
  const picture = await findPicture(ask, id);
  return {
    remoteId: id,
    name: textIn(me.first_name) ?? username ?? id,
    address: username && `@${username}`,
    webhookHost: hostOf(textIn(webhook.url)),
    picture: picture && {
      ref: picture.ref,
      fetch: async () => {
        const path = textIn(objectIn(await ask('getFile', { file_id: picture.fileId })).file_path);
        if (!path || !/^[\w./-]+$/.test(path) || path.includes('..')) return undefined;
        return fetchPicture(guard, below(base, `file/bot${token}/${path}`), pictureBytesMax);
      },
    },
  };
}

/** https://core.telegram.org/bots/api#making-requests: `ok`, else an `error_code`, words, and sometimes when to come back. */
function resultOf({ body, status, retrySeconds }: Answer, token: string): unknown {
  if (body.ok === true) return body.result;
  const code = typeof body.error_code === 'number' ? body.error_code : status;
  const words = textIn(body.description)?.replaceAll(token, '…') ?? null;
  const patience = secondsOf(objectIn(body.parameters).retry_after) ?? retrySeconds;
  // A token that was never one is 'Not Found', one that was revoked 'Unauthorized'.
  if (code === 401 || code === 404) throw new ProviderError('token_wrong', words);
  if (code === 403) throw new ProviderError('account_blocked', words);
  if (code === 429) throw new ProviderError('rate_limited', words, patience);
  if (code >= 500) throw new ProviderError('provider_down', words, patience);
  throw new ProviderError('answer_unreadable', words);
}

type Ask = (method: string, query?: Record<string, string>) => Promise<unknown>;

const edgeWanted = 128;

async function findPicture(ask: Ask, id: string): Promise<{ ref: string; fileId: string } | null> {
  // A bot without a picture, or a server that has none of this, is a bot all the same.
  const found = objectIn(await ask('getUserProfilePhotos', { user_id: id, limit: '1' }).catch(() => ({})));
  const [photo] = Array.isArray(found.photos) ? (found.photos as unknown[]) : [];
  const sizes = (Array.isArray(photo) ? (photo as unknown[]) : []).map(objectIn);
  const enough = sizes.find((one) => typeof one.width === 'number' && one.width >= edgeWanted) ?? sizes.at(-1);
  const [fileId, ref] = [textIn(enough?.file_id), nameIn(enough?.file_unique_id)];
  return fileId && ref ? { fileId, ref } : null;
}

import type { Additional } from '#contract/integrations.ts';
import type { MessengerErrorKey } from '#contract/messenger-errors.ts';
import type { OutboundGuard } from '#platform/outbound-guard.ts';
import { ProviderError } from '../ask-provider.ts';
import type { BotFound } from './bot-found.ts';
import { findTelegramBot } from './find-telegram-bot.ts';
import { findViberAccount } from './find-viber-account.ts';
import { findWhatsappNumber } from './find-whatsapp-number.ts';

/** Where the messengers are asked, unless an integration has a server of its own. */
export type ProviderAddresses = Readonly<Record<Additional['messenger'], string>>;

export type BotAnswer = { readonly bot: BotFound } | { readonly refused: ProviderError };

/** Asks the messenger whose this token is. What it refuses is an answer too; only a fault of ours is thrown. */
export async function findBot(
  { guard, addresses }: { guard: OutboundGuard; addresses: ProviderAddresses },
  the: { additional: Additional; token: string; appSecret: string | null; apiUrl: string | null },
): Promise<BotAnswer> {
  const { additional, token, appSecret } = the;
  const base = the.apiUrl ?? addresses[additional.messenger];
  try {
    switch (additional.messenger) {
      case 'telegram':
        return { bot: await findTelegramBot(guard, base, token) };
      case 'viber':
        return { bot: await findViberAccount(guard, base, token) };
      case 'whatsapp': {
        const { phone_number_id: phoneNumberId } = additional;
        return { bot: await findWhatsappNumber(guard, base, { token, appSecret: appSecret ?? '', phoneNumberId }) };
      }
    }
  } catch (error) {
    if (error instanceof ProviderError) return { refused: the.apiUrl === null ? ofTheirOwnServer(error) : error };
    throw error;
  }
}

/** Nobody typed the name of a messenger's own server: where it leads nowhere, it is the way out of here that is closed. */
const ofTheirOwnServer = (error: ProviderError): ProviderError =>
  waysClosed.has(error.key) ? new ProviderError('unreachable', error.details, error.retrySeconds) : error;

const waysClosed: ReadonlySet<MessengerErrorKey> = new Set<MessengerErrorKey>([
  'host_not_found',
  'address_refused',
  'connection_refused',
]);

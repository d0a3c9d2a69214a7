import type { ProviderError } from '#channels/ask-provider.ts';
import type { BotFound } from '#channels/messengers/bot-found.ts';
import { findBot, type ProviderAddresses } from '#channels/messengers/find-bot.ts';
import {
  type Checked,
  findIntegration,
  type Integration,
  keepBotPicture,
  noteCheck,
  openIntegration,
  smallPicture,
} from '#domain/integrations/index.ts';
import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import type { OutboundGuard } from '#platform/outbound-guard.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Wake } from '#platform/wake.ts';

export type Looking = {
  db: Database;
  files: Files;
  secrets: Secrets;
  guard: OutboundGuard;
  wake: Wake;
  addresses: ProviderAddresses;
};

/** What is looked at, as it was when somebody decided to: what comes of it says nothing of later settings. */
export type Looked = Pick<Integration, 'id' | 'companyId' | 'settingsVersion' | 'failures'>;

/**
 * Asks the messenger about an integration and keeps what it said, or that its secrets were sealed with another SECRET_KEY:
 * whoever sees the integration must learn of it. Undefined when it is gone or disabled.
 */
export async function lookAtIntegration(the: Looking, at: Looked): Promise<Checked | undefined> {
  const sealed = await the.db.transaction({ companies: [at.companyId] }, (tx) => findIntegration(tx, at.id));
  if (!sealed || sealed.isDisabled) return undefined;
  const integration = openIntegration(the.secrets, sealed);
  if (!integration) return noteBroken(the, at);
  const answer = await findBot(the, integration);
  const found = 'bot' in answer ? await keep(the, integration, answer.bot) : refused(integration, answer.refused);
  const kept = await noteCheck(the.db, integration, found);
  the.wake.nudge('events');
  return kept;
}

async function noteBroken(the: Looking, at: Looked): Promise<Checked> {
  const broken = { ok: false, key: 'secrets_unreadable', details: null, retrySeconds: null } as const;
  const kept = await noteCheck(the.db, at, broken);
  the.wake.nudge('events');
  return kept;
}

function refused(integration: Integration, { key, details, retrySeconds }: ProviderError): Checked {
  const isRevoked = key === 'token_wrong' && integration.hasWorked;
  return { ok: false, key: isRevoked ? 'token_revoked' : key, details, retrySeconds };
}

/** Bytes before rows. A picture that did not come is asked for at the next look. */
async function keep(the: Looking, integration: Integration, bot: BotFound): Promise<Checked> {
  const { remoteId, name, address, webhookHost: otherWebhook } = bot;
  const found = { ok: true as const, remoteId, name, address, otherWebhook };
  const ref = bot.picture?.ref ?? null;
  if (ref === integration.pictureRef) return found;
  const bytes = await bot.picture?.fetch().catch(() => undefined);
  if (bot.picture && !bytes) return found;
  const small = bytes && (await smallPicture(bytes));
  return { ...found, picture: { name: small ? await keepBotPicture(the, integration.companyId, small) : null, ref } };
}

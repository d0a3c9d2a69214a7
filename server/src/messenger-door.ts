import { findBot } from '#channels/messengers/find-bot.ts';
import type { IntegrationChecked } from '#contract/integrations.ts';
import { messengerErrors } from '#contract/messenger-errors.ts';
import { smallPicture } from '#domain/integrations/index.ts';
import { type Looking, lookAtIntegration } from '#flows/integrations/look-at-integration.ts';
import type { MessengerDoor } from './http/routes/integration-routes.ts';

/** What the calls about integrations need of the messengers. */
export function createMessengerDoor(the: Looking): MessengerDoor {
  return {
    async check(asked) {
      const started = performance.now();
      const answer = await findBot(the, asked);
      if ('refused' in answer) return refused(answer.refused, started);
      const { name, address, webhookHost, picture } = answer.bot;
      const bytes = await picture?.fetch().catch(() => undefined);
      const small = bytes && (await smallPicture(bytes));
      return well({ name, address, other_webhook: webhookHost, picture: small ? dataAddress(small) : null }, started);
    },
    async look(at) {
      const started = performance.now();
      const found = await lookAtIntegration(the, at);
      if (!found?.ok) return found && refused(found, started);
      // Its picture has an address of its own by now.
      return well(
        { name: found.name, address: found.address, other_webhook: found.otherWebhook, picture: null },
        started,
      );
    },
  };
}

const took = (started: number) => Math.round(performance.now() - started);

const well = (bot: NonNullable<IntegrationChecked['bot']>, started: number): IntegrationChecked => ({
  ...{ ok: true, key: null, message: null, details: null, retry_seconds: null },
  took_ms: took(started),
  bot,
});

function refused(
  {
    key,
    details,
    retrySeconds,
  }: { key: keyof typeof messengerErrors; details: string | null; retrySeconds: number | null },
  started: number,
): IntegrationChecked {
  return {
    ok: false,
    key,
    message: messengerErrors[key],
    details,
    retry_seconds: retrySeconds,
    took_ms: took(started),
    bot: null,
  };
}

const dataAddress = (webp: Buffer): string => `data:image/webp;base64,${webp.toString('base64')}`;

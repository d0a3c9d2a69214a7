import { type ClaimedCheck, claimCheck, noteCheck } from '#domain/integrations/index.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop, runSideBySide } from '#platform/loop.ts';
import { type Looking, lookAtIntegration } from './look-at-integration.ts';

/** A messenger that is slow to answer must not hold up the others; more at once would look like an attack to one of them. */
const sideBySide = 3;

/** Asks the messengers now and then whether their tokens still hold: claimed with a lease, asked outside any transaction. */
export function runIntegrationChecks(the: Looking & { log: Log }): Loop {
  return runSideBySide(sideBySide, () =>
    runLoop({
      name: 'integrations',
      log: the.log,
      wakeOn: (then) => the.wake.on('integrations', then),
      restSeconds: 30,
      async work() {
        const claimed = await the.db.transaction('system', claimCheck);
        if (!claimed) return 'idle';
        await lookAtIntegration(the, { id: claimed.id, companyId: claimed.company_id }).catch((err: unknown) =>
          tellBroken(the, claimed, err),
        );
        return 'more';
      },
    }),
  );
}

/** Such as secrets that were sealed with another SECRET_KEY: whoever sees the integration must learn of it. */
async function tellBroken({ db, log }: Looking & { log: Log }, claimed: ClaimedCheck, err: unknown) {
  log.warn({ err, integration: claimed.id }, 'an integration could not be checked');
  const isSealed = err instanceof Error && /secret|authenticat/i.test(err.message);
  if (!isSealed) throw err;
  const { id, company_id: companyId, settings_version: settingsVersion, failures } = claimed;
  const broken = { ok: false, key: 'secrets_unreadable', details: null, retrySeconds: null } as const;
  await noteCheck(db, { id, companyId, settingsVersion, failures }, broken);
}

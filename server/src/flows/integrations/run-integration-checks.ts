import { claimCheck } from '#domain/integrations/index.ts';
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
        const { id, company_id: companyId, settings_version: settingsVersion, failures } = claimed;
        const found = await lookAtIntegration(the, { id, companyId, settingsVersion, failures });
        if (found?.ok === false && found.key === 'secrets_unreadable')
          the.log.warn(
            { integration: id },
            'an integration could not be checked: its secrets are of another SECRET_KEY',
          );
        return 'more';
      },
    }),
  );
}

import { type ClaimedCheck, claimCheck, noteCheck } from '#domain/integrations/index.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop, runSideBySide } from '#platform/loop.ts';
import { sql } from '#platform/sql.ts';
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
async function tellBroken({ db, log }: Looking & { log: Log }, { id, company_id }: ClaimedCheck, err: unknown) {
  log.warn({ err, integration: id }, 'an integration could not be checked');
  const [row] = await db.read<{ settings_version: number; failures: number }>(
    { companies: [company_id] },
    sql`select t.settings_version, m.failures from channel_accounts t join messengers m on m.id = t.id where t.id = ${id}`,
  );
  if (!row) return;
  const of = { id, companyId: company_id, settingsVersion: row.settings_version, failures: row.failures };
  const isSealed = err instanceof Error && /secret|authenticat/i.test(err.message);
  if (!isSealed) throw err;
  await noteCheck(db, of, { ok: false, key: 'secrets_unreadable', details: null, retrySeconds: null });
}

import { generateSync } from 'otplib';
import { sql } from '#platform/sql.ts';
import type { ApiClient } from './api-client.ts';
import type { TestParley } from './parley-in-process.ts';

export type Authenticator = {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The code that the phone shows, or showed so many steps of 30 seconds ago. */
  code(stepsAgo?: number): Promise<string>;
  /** A code that is right and was not used: as if half a minute had passed since the last one. */
  nextCode(): Promise<string>;
};

/** Sets two-factor up as its owner does. */
export async function anAuthenticator(at: TestParley, person: { id: number; api: ApiClient }): Promise<Authenticator> {
  const begun = await person.api.call('google2fa/enable');
  if (begun.status !== 200) throw new Error(`two-factor did not begin: ${begun.text}`);
  const { secret } = begun.body.data;
  const code = async (stepsAgo = 0) => {
    const [now] = await at.db.read<{ epoch: number }>('system', sql`select extract(epoch from now())::int as epoch`);
    return generateSync({ secret, epoch: (now?.epoch ?? 0) - stepsAgo * 30 });
  };
  const confirmed = await person.api.call('google2fa/confirm', { code: await code() });
  if (confirmed.status !== 200) throw new Error(`two-factor was not confirmed: ${confirmed.text}`);
  return {
    secret,
    recoveryCodes: confirmed.body.data.recovery_codes,
    code,
    async nextCode() {
      await at.db.transaction('system', (tx) =>
        tx.run(sql`update two_factors set last_step = last_step - 10 where user_id = ${person.id}`),
      );
      return code();
    },
  };
}

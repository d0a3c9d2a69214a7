import crypto from 'node:crypto';
import type { SsoProvider } from '#domain/accounts/index.ts';
import { createGuardedFetch } from '#platform/oidc/guarded-fetch.ts';
import { createOidcClient } from '#platform/oidc/oidc-client.ts';
import type { OutboundGuard } from '#platform/outbound-guard.ts';
import type { Config } from './config.ts';

/** The providers of single sign-on that the operator configured, in their order. */
export function readProviders(config: Config, guard: OutboundGuard): SsoProvider[] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client_id, OIDC_CLIENT_SECRET: client_secret } = config;
  if (!issuer || !client_id || !client_secret) return [];
  const first = {
    ...{ issuer, client_id, client_secret, name: config.OIDC_NAME },
    ...{ new_accounts: config.OIDC_NEW_ACCOUNTS, second_step: config.OIDC_SECOND_STEP },
  };
  return [first, ...(config.OIDC_MORE ?? [])].map((one) => ({
    key: crypto.createHash('sha256').update(one.issuer).digest('hex').slice(0, 12),
    name: one.name,
    issuer: one.issuer,
    client: createOidcClient(
      { issuer: one.issuer, clientId: one.client_id, clientSecret: one.client_secret },
      createGuardedFetch(guard, one.issuer),
    ),
    makesAccounts: one.new_accounts === 'yes',
    skipsSecondStep: one.second_step === 'provider',
  }));
}

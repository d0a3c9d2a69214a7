import type { Additional } from '#contract/integrations.ts';
import type { Secrets } from '#platform/secrets.ts';

/** Ties a sealed secret to its use: copied into another column it does not open. */
export const auth1Context = 'integration.auth1';
export const auth2Context = 'integration.auth2';

/** By which the same token is known again. One token of Meta's may serve several telephone numbers. */
export function tokenHash(secrets: Secrets, additional: Additional, token: string): string {
  const number = additional.messenger === 'whatsapp' ? additional.phone_number_id : '';
  return secrets.sign('integration token', JSON.stringify([additional.messenger, number, token]));
}

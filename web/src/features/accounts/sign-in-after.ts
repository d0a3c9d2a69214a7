import type { QueryClient } from '@tanstack/react-query';
import { login } from '#contract/accounts.ts';
import { call } from '../../api/call.ts';
import { selfQuery } from '../../api/self.ts';

/**
 * Signs in with a password that was just proved or chosen, so that nobody types it twice. It is a sign-in like any other:
 * a second step stays owed. Does nothing where somebody is signed in already, and leaves it to the sign-in page otherwise.
 */
export async function signInAfter(client: QueryClient, email: string, password: string): Promise<void> {
  const who = await client.fetchQuery({ ...selfQuery, staleTime: 0 }).catch(() => null);
  if (who) return;
  try {
    await call(login, { email, password, remember: false }, { ignoreUnauthorized: true });
    client.removeQueries({ queryKey: selfQuery.queryKey });
  } catch {
    // The sign-in page says why.
  }
}

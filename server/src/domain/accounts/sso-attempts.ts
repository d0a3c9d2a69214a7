import type { Database, Tx } from '#platform/database.ts';
import type { Checks, Identity } from '#platform/oidc/oidc-client.ts';
import { Problem } from '#platform/problem.ts';
import { createToken, hashToken } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';

export const ssoAttemptMinutes = 10;

/** Remembers that this browser left for a provider. Answers the token that the browser keeps. */
export async function beginAttempt(
  db: Database,
  provider: string,
  checks: Checks,
  back: string | null,
): Promise<string> {
  const { token, hash } = createToken();
  await db.transaction('system', async (tx) => {
    await tx.run(sql`delete from sso_attempts where expires < now()`);
    await tx.run(
      sql`insert into sso_attempts (browser_hash, provider, state_hash, nonce, code_verifier, back, expires)
          values (${hash}, ${provider}, ${hashToken(checks.state)}, ${checks.nonce}, ${checks.codeVerifier}, ${back}, now() + make_interval(mins => ${ssoAttemptMinutes}))`,
    );
  });
  return token;
}

/**
 * The attempt that this browser comes back for. Its state is used up, so that the provider's answer counts once, and
 * only in the browser that left (RFC 9700, section 4.7).
 */
export async function takeState(
  db: Database,
  browser: string | undefined,
  state: string | null,
): Promise<Checks & { provider: string; back: string | null }> {
  const row =
    browser && state
      ? await db.transaction('system', (tx) =>
          tx.row<{ provider: string; nonce: string; code_verifier: string; back: string | null }>(
            sql`update sso_attempts set state_hash = null
                where browser_hash = ${hashToken(browser)} and state_hash = ${hashToken(state)} and expires > now()
                returning provider, nonce, code_verifier, back`,
          ),
        )
      : undefined;
  if (!row || !state) throw new Problem('sso_expired');
  return { provider: row.provider, state, nonce: row.nonce, codeVerifier: row.code_verifier, back: row.back };
}

/** The provider vouched; the account's password is still owed. */
export async function keepProof(
  tx: Tx,
  browser: string,
  who: Identity & { email: string },
  userId: number,
): Promise<void> {
  await tx.run(
    sql`update sso_attempts set issuer = ${who.issuer}, subject = ${who.subject}, email = ${who.email}, user_id = ${userId}
        where browser_hash = ${hashToken(browser)}`,
  );
}

export type Proof = {
  provider: string;
  issuer: string;
  subject: string;
  email: string;
  user_id: number;
  back: string | null;
};

export async function findProof(db: Database, browser: string | undefined): Promise<Proof> {
  const [row] = browser
    ? await db.read<Proof>(
        'system',
        sql`select provider, issuer, subject, email, user_id, back from sso_attempts
            where browser_hash = ${hashToken(browser)} and user_id is not null and expires > now()`,
      )
    : [];
  if (!row) throw new Problem('sso_expired');
  return row;
}

/** Whoever ends it first has ended it. */
export async function endAttempt(tx: Tx, browser: string): Promise<boolean> {
  return (await tx.run(sql`delete from sso_attempts where browser_hash = ${hashToken(browser)}`)) === 1;
}

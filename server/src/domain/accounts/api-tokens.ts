import { type ApiToken, tokenStart, tokensPerPersonMax } from '#contract/api-tokens.ts';
import type { PrivilegeKey } from '#contract/privileges.ts';
import type { Database, Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { createToken, hashToken } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { type Person, recordAccountEvent } from '../people/index.ts';
import { isOpen, type Session } from './sessions.ts';

/** Of a token that is believed: whose it is, and what it may do of what they may. */
export type TokenOfPerson = {
  readonly id: number;
  readonly userId: number;
  readonly companyId: number;
  readonly scopes: ReadonlySet<string>;
};

export type NewToken = { name: string; companyId: number; scopes: readonly string[]; expiresInDays: number };

const prefixLength = tokenStart.length + 6;
const shownColumns = sql`id, name, company_id, prefix, scopes, to_char(expires at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as expires,
  to_char(last_used at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as last_used, to_char(added at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as added`;

/** Those that still work, the newest first. */
export const listTokens = (db: Database, userId: number): Promise<ApiToken[]> =>
  db.read<ApiToken>(
    'system',
    sql`select ${shownColumns} from api_tokens where user_id = ${userId} and revoked is null and expires > now() order by id desc`,
  );

/** Makes a token and answers it this once; only its hash is kept. Nobody hands on what they may not do themselves. */
export async function makeToken(
  db: Database,
  the: NewToken,
  { person, session }: { person: Person; session: Session },
): Promise<{ token: string; shown: ApiToken }> {
  if (!person.roles.some((role) => role.company_id === the.companyId))
    throw new Problem('not_found', { field: 'data.company_id' });
  const scopes = [...new Set(the.scopes)].sort();
  const wrong = scopes.findIndex((scope) => !person.may(the.companyId, scope));
  if (wrong >= 0) throw new Problem('forbidden', { field: 'data.scopes' });
  const token = tokenStart + createToken().token;
  const shown = await db.transaction('system', async (tx) => {
    // Two that are made at once take turns, so that both are counted.
    await tx.run(sql`select from users where id = ${person.userId} for update`);
    // Who changed the password meanwhile has ended this session, and every token that there was.
    if (!(await isOpen(tx, session))) throw new Problem('unauthorized');
    if ((await countTokens(tx, person.userId)) >= tokensPerPersonMax) throw new Problem('too_many_tokens');
    const made = await tx.row<ApiToken>(
      sql`insert into api_tokens (token_hash, prefix, user_id, company_id, name, scopes, expires)
          values (${hashToken(token)}, ${token.slice(0, prefixLength)}, ${person.userId}, ${the.companyId}, ${the.name}, ${scopes}::text[],
            now() + make_interval(days => ${the.expiresInDays})) returning ${shownColumns}`,
    );
    if (!made) throw new Error('insert answered no row');
    await record(tx, 'token_made', person.userId, made);
    return made;
  });
  return { token, shown };
}

/** Ends a token. The caller tells every process to forget whom it believed. */
export async function revokeToken(db: Database, userId: number, id: number): Promise<void> {
  await db.transaction('system', async (tx) => {
    const row = await tx.row<ApiToken>(
      sql`update api_tokens set revoked = now() where id = ${id} and user_id = ${userId} and revoked is null returning ${shownColumns}`,
    );
    if (!row) throw new Problem('not_found', { field: 'data.id' });
    await record(tx, 'token_revoked', userId, row);
  });
}

/**
 * Ends all of them, for somebody who may have lost control of the account: what a stranger made, or copied, works no more.
 * Answers how many there were.
 */
export async function revokeTokens(tx: Tx, userId: number): Promise<number> {
  const revoked = await tx.rows<ApiToken>(
    sql`update api_tokens set revoked = now() where user_id = ${userId} and revoked is null and expires > now() returning ${shownColumns}`,
  );
  for (const one of revoked) await record(tx, 'token_revoked', userId, one);
  return revoked.length;
}

/** How many still work. */
export async function countTokens(tx: Tx, userId: number): Promise<number> {
  const row = await tx.row<{ count: number }>(
    sql`select count(*)::int as count from api_tokens where user_id = ${userId} and revoked is null and expires > now()`,
  );
  return row?.count ?? 0;
}

/** Undefined when it is unknown, revoked or too old. */
export async function findToken(
  db: Database,
  by: { token: string } | { id: number },
): Promise<TokenOfPerson | undefined> {
  const [row] = await db.read<{ id: number; user_id: number; company_id: number; scopes: string[]; is_stale: boolean }>(
    'system',
    sql`select id, user_id, company_id, scopes, coalesce(last_used < now() - interval '1 minute', true) as is_stale
        from api_tokens where ${'token' in by ? sql`token_hash = ${hashToken(by.token)}` : sql`id = ${by.id}`} and revoked is null and expires > now()`,
  );
  if (!row) return undefined;
  if (row.is_stale)
    await db.transaction('system', (tx) => tx.run(sql`update api_tokens set last_used = now() where id = ${row.id}`));
  return { id: row.id, userId: row.user_id, companyId: row.company_id, scopes: new Set(row.scopes) };
}

/** The person as their token may act: in one company, within its scopes, and never beyond what they may now. */
export function withinToken(person: Person, token: TokenOfPerson): Person {
  const isOurs = (companyId: number) => companyId === token.companyId;
  return {
    ...person,
    companies: person.companies.filter(isOurs),
    roles: person.roles.filter((role) => isOurs(role.company_id)),
    may: (companyId, privilege) =>
      isOurs(companyId) && token.scopes.has(privilege) && person.may(companyId, privilege as PrivilegeKey),
    at: (address) => withinToken(person.at(address), token),
  };
}

const record = (tx: Tx, action: 'token_made' | 'token_revoked', userId: number, of: ApiToken) =>
  recordAccountEvent(tx, {
    action,
    userId,
    detail: {
      token_id: of.id,
      name: of.name,
      prefix: of.prefix,
      company_id: of.company_id,
      scopes: of.scopes,
      expires: of.expires,
    },
  });

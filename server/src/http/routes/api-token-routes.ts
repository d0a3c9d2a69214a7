import type { FastifyInstance } from 'fastify';
import { createToken, listTokens as listCall, revokeToken as revokeCall } from '#contract/api-tokens.ts';
import { listTokens, makeToken, requireOwner, revokeToken } from '#domain/accounts/index.ts';
import type { Database } from '#platform/database.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = { db: Database; sessions: Sessions; mounted: Mounted };

/** Tokens for programs. No token reaches these calls: what one may do is a person's decision. */
export function mountApiTokens(app: FastifyInstance, { db, sessions, mounted }: Needs): void {
  const on = callMounter(app, sessions, mounted);

  on.signedIn(listCall, async (_data, { person }) => ({ 'api-tokens': await listTokens(db, person.userId) }));

  on.signedIn(createToken, async (data, { person, session }) => {
    await requireOwner(db, session);
    const { token, shown } = await makeToken(
      db,
      { name: data.name, companyId: data.company_id, scopes: data.scopes, expiresInDays: data.expires_in_days },
      { person, session },
    );
    return { token, 'api-tokens': [shown] };
  });

  on.signedIn(revokeCall, async (data, { person }) => {
    await revokeToken(db, person.userId, data.id);
    sessions.changed();
    return {};
  });
}

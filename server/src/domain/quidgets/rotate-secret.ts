import { randomBytes } from 'node:crypto';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { findQuidget } from './find-quidget.ts';

/** Ties the sealed secret to its use: copied into another column it does not open. */
export const identitySecretContext = 'quidget.identity_secret';

/** A key of 256 bits. It is told once and kept sealed; what was signed with the one before proves nothing any more. */
export async function rotateSecret(
  { db, secrets }: { db: Database; secrets: Secrets },
  caller: Caller,
  id: number,
): Promise<string> {
  const { company_id: companyId } = await findQuidget(db, caller, id);
  const secret = randomBytes(32).toString('base64url');
  await db.transaction({ companies: caller.companies }, async (tx) => {
    await tx.run(
      sql`update quidgets set identity_secret = ${secrets.seal(secret, identitySecretContext)}, identity_secret_since = now() where id = ${id}`,
    );
    await tx.run(
      sql`update channel_accounts set settings_version = settings_version + 1, updated = now() where id = ${id}`,
    );
    await recordEvents(tx, [
      {
        ...{ companyId, entity: 'quidgets', action: 'updated', entityId: id },
        actor: { kind: 'user', id: caller.userId },
        detail: { before: { identity_secret: '***' }, after: { identity_secret: '***' } },
      },
    ]);
  });
  return secret;
}

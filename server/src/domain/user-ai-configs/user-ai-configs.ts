import { type AiConfig, type AiProtocol, aiConfigsPerPersonMax } from '#contract/user-ai-configs.ts';
import type { Database, Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { recordAccountEvent } from '../people/index.ts';

export type NewAiConfig = {
  readonly protocol: AiProtocol;
  readonly name: string;
  readonly base_url: string;
  readonly model: string;
  readonly key: string;
};

/** Ties the sealed key to its person and its server: in another row it does not open. */
const keyContext = (userId: number, baseUrl: string) => `user-ai-config.key ${userId} ${baseUrl}`;

const shownColumns = sql`id, protocol, name, base_url, model, '***' as key, to_char(added at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as added`;

/** Those a person keeps, by name. */
export const listAiConfigs = (db: Database, userId: number): Promise<AiConfig[]> =>
  db.read<AiConfig>(
    'system',
    sql`select ${shownColumns} from user_ai_configs where user_id = ${userId} order by lower(name)`,
  );

/** Throws where one more would be too many, or the name is theirs already: before a provider is asked for nothing. */
export const requireRoomFor = (db: Database, userId: number, name: string): Promise<void> =>
  db.transaction('system', (tx) => requireRoom(tx, userId, name));

/** Keeps what a provider has confirmed. */
export function addAiConfig(db: Database, secrets: Secrets, userId: number, the: NewAiConfig): Promise<AiConfig> {
  const key = secrets.seal(the.key, keyContext(userId, the.base_url));
  return db.transaction('system', async (tx) => {
    // Two that are added at once take turns, so that both are counted.
    await tx.run(sql`select from users where id = ${userId} for update`);
    await requireRoom(tx, userId, the.name);
    const added = await tx.row<AiConfig>(
      sql`insert into user_ai_configs (user_id, protocol, name, base_url, model, key)
          values (${userId}, ${the.protocol}, ${the.name}, ${the.base_url}, ${the.model}, ${key}) returning ${shownColumns}`,
    );
    if (!added) throw new Error('insert answered no row');
    await record(tx, 'ai_config_added', userId, added);
    return added;
  });
}

/** Another person's is not there. */
export async function deleteAiConfig(db: Database, userId: number, id: number): Promise<void> {
  await db.transaction('system', async (tx) => {
    const gone = await tx.row<AiConfig>(
      sql`delete from user_ai_configs where id = ${id} and user_id = ${userId} returning ${shownColumns}`,
    );
    if (!gone) throw new Problem('not_found', { field: 'data.id' });
    await record(tx, 'ai_config_deleted', userId, gone);
  });
}

async function requireRoom(tx: Tx, userId: number, name: string): Promise<void> {
  const found = await tx.row<{ count: number; has_name: boolean }>(
    sql`select count(*)::int as count, coalesce(bool_or(lower(name) = lower(${name})), false) as has_name from user_ai_configs where user_id = ${userId}`,
  );
  if (found?.has_name) throw new Problem('name_in_use', { field: 'data.name' });
  if ((found?.count ?? 0) >= aiConfigsPerPersonMax)
    throw new Problem('limit_reached', { values: { max: aiConfigsPerPersonMax } });
}

const record = (tx: Tx, action: 'ai_config_added' | 'ai_config_deleted', userId: number, of: AiConfig) =>
  recordAccountEvent(tx, {
    action,
    userId,
    detail: { name: of.name, protocol: of.protocol, base_url: of.base_url, model: of.model },
  });

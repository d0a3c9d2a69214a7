import {
  type Additional,
  integrations,
  integrationsPerCompanyMax,
  isTokenOf,
  type Messenger,
  messengers,
  systemSettings,
} from '#contract/integrations.ts';
import { codeOf, type Tx } from '#platform/database.ts';
import type { Change, EntityTable } from '#platform/entities/entity-table.ts';
import { registerReference } from '#platform/entities/references.ts';
import { Problem } from '#platform/problem.ts';
import { openIfOurs, type Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { auth1Context, auth2Context, tokenHash } from './integration-secrets.ts';
import { requireSecretsAgain } from './require-secrets-again.ts';

export const systemSettingsTable: EntityTable = {
  entity: systemSettings,
  table: 'system_settings',
  hasPool: true,
  privilegesOf: integrations.name,
};

const messengerNames: Record<Messenger, string> = { telegram: 'Telegram', viber: 'Viber', whatsapp: 'WhatsApp' };

/** Messengers of products: channel accounts whose tokens are sealed, claimed once in the installation, and looked at at once. */
export function integrationsTable(secrets: Secrets): EntityTable {
  return {
    entity: integrations,
    table: 'channel_accounts',
    fixed: { kind: 'messenger' },
    rowsMax: integrationsPerCompanyMax,
    part: {
      table: 'messengers',
      fields: [
        ...['settings_id', 'messenger', 'api_url', 'additional', 'auth1', 'auth2', 'instant'],
        ...['bot_name', 'bot_address', 'picture', 'other_webhook', 'checked_at'],
      ],
    },
    columns: {
      title: { expression: 't.name' },
      company_name: { expression: 'co.company_name', join: 'company' },
      'product.name': { expression: 'pr.name', join: 'product' },
      'product.abbreviation': { expression: 'pr.abbreviation', join: 'product' },
      'product.color': { expression: 'pr.color', join: 'product' },
    },
    joins: {
      company: 'join companies co on co.id = t.company_id',
      product: 'join products pr on pr.id = t.product_id',
    },
    storedAs: { title: 'name' },
    store: {
      auth1: (token: string) => secrets.seal(token, auth1Context),
      auth2: (secret: string | null) => (secret === null ? null : secrets.seal(secret, auth2Context)),
    },
    async clean(values, at) {
      // Only a new one says what it is.
      if (values.settings_id !== undefined) checkNew(values, at);
      return values;
    },
    async prepare(_tx, row) {
      const { messenger } = row.additional as Additional; // the contract parsed it
      return { ...row, messenger, title: row.title ?? messengerNames[messenger] };
    },
    async check(tx, change) {
      if (change.action !== 'update') return;
      await checkChanged(tx, change);
      await forgetBot(tx, change);
    },
    async follow(tx, change) {
      await claimToken(tx, secrets, change);
      await startAfresh(tx, change);
    },
  };
}

type Given = { additional?: Additional; auth1?: string; auth2?: string | null; settings_id?: number };

/** The kind, its token and what else belongs to it must fit one another. */
function checkNew(values: Given, at: string): void {
  const { additional, auth1 = '', auth2, settings_id = 0 } = values;
  const messenger = messengers[settings_id - 1];
  if (!messenger || additional?.messenger !== messenger)
    throw new Problem('invalid_value', { field: `${at}.additional.messenger` });
  if (!isTokenOf(messenger, auth1)) throw new Problem('token_malformed', { field: `${at}.auth1` });
  checkAppSecret(messenger, auth2, true, at);
}

async function checkChanged(tx: Tx, { rows, values, at }: Change): Promise<void> {
  const { additional, auth1, auth2 } = values as Given; // the contract parsed it
  const ids = rows.map((row) => row.id);
  const kinds = await tx.rows<{ messenger: Messenger }>(
    sql`select distinct messenger from messengers where id = any (${ids}::bigint[])`,
  );
  for (const { messenger } of kinds) {
    if (additional && additional.messenger !== messenger)
      throw new Problem('invalid_value', { field: `${at}.additional.messenger` });
    if (auth1 !== undefined && !isTokenOf(messenger, auth1))
      throw new Problem('token_malformed', { field: `${at}.auth1` });
    checkAppSecret(messenger, auth2, auth2 !== undefined, at);
  }
  await requireSecretsAgain(tx, ids, values);
}

/** WhatsApp has one, and without it nobody could tell its calls from a stranger's; the others have none. */
function checkAppSecret(messenger: Messenger, auth2: string | null | undefined, isDue: boolean, at: string): void {
  if (messenger === 'whatsapp' && isDue && !auth2) throw new Problem('required', { field: `${at}.auth2` });
  if (messenger !== 'whatsapp' && auth2) throw new Problem('invalid_value', { field: `${at}.auth2` });
}

/** A token belongs to who uses it: disabling lets it go, and only who has it can take it. Whose it is is nobody's business. */
async function claimToken(tx: Tx, secrets: Secrets, { action, rows, values, at }: Change): Promise<void> {
  const ids = rows.map((row) => row.id);
  if (action === 'delete') {
    await tx.run(sql`update messengers set token_hash = null, remote_id = null where id = any (${ids}::bigint[])`);
    return;
  }
  const isClaimed = action !== 'update' || values.auth1 !== undefined || values.additional !== undefined;
  if (!isClaimed) return;
  const found = await tx.rows<{
    id: number;
    auth1: string;
    has_auth2: boolean;
    additional: Additional;
    is_deleted: 0 | 1;
  }>(
    sql`select m.id, m.auth1, m.auth2 is not null as has_auth2, m.additional, t.is_deleted from messengers m join channel_accounts t on t.id = m.id
        where m.id = any (${ids}::bigint[]) order by m.id`,
  );
  for (const one of found.filter(({ is_deleted }) => is_deleted === 0)) {
    // It came with an archive, which holds no secrets, or was sealed with another key.
    const token = openIfOurs(secrets, one.auth1, auth1Context) ?? '';
    if (token === '' || (one.additional.messenger === 'whatsapp' && !one.has_auth2))
      throw new Problem('token_missing', { field: at });
    const hash = tokenHash(secrets, one.additional, token);
    try {
      await tx.run(sql`update messengers set token_hash = ${hash} where id = ${one.id}`);
    } catch (error) {
      if (codeOf(error) !== '23505') throw error;
      throw new Problem('token_in_use', { field: action === 'restore' ? at : `${at}.auth1`, cause: error });
    }
  }
}

const isOther = ({ action, values }: Change): boolean =>
  action === 'update' && [values.auth1, values.additional, values.api_url].some((one) => one !== undefined);

/**
 * What was known of another bot is forgotten, before the settings are another's: what a company's own server said of it must
 * not count as the messenger's word.
 */
async function forgetBot(tx: Tx, change: Change): Promise<void> {
  if (!isOther(change)) return;
  const ids = change.rows.map((row) => row.id);
  await tx.run(
    sql`update messengers set remote_id = null, bot_name = null, bot_address = null, other_webhook = null, checked_at = null where id = any (${ids}::bigint[])`,
  );
}

/** Who reads, sees the state of what is there now. */
async function startAfresh(tx: Tx, change: Change): Promise<void> {
  const { action, rows, values } = change;
  if (action === 'delete') return;
  const ids = rows.map((row) => row.id);
  if (action === 'update' && !isOther(change) && values.auth2 === undefined) return;
  await tx.run(
    sql`update channel_accounts set settings_version = settings_version + 1, health_state = 'connecting', health_key = null, health_details = null,
          health_since = now(), next_try_at = null where id = any (${ids}::bigint[])`,
  );
  await tx.run(
    sql`update messengers set due_at = now(), lease_until = null, failures = 0 where id = any (${ids}::bigint[])`,
  );
}

registerReference(
  integrations.name,
  (companyId, id) =>
    sql`select id from channel_accounts where company_id = ${companyId} and id = ${id} and kind = 'messenger'`,
);

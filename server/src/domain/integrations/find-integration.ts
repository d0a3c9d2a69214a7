import type { Additional, Messenger } from '#contract/integrations.ts';
import type { Tx } from '#platform/database.ts';
import { openIfOurs, type Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { auth1Context, auth2Context } from './integration-secrets.ts';

/** An integration as a messenger is asked about it, secrets opened. Stays in the process that asks. */
export type Integration = {
  readonly id: number;
  readonly companyId: number;
  readonly messenger: Messenger;
  readonly additional: Additional;
  readonly apiUrl: string | null;
  readonly token: string;
  readonly appSecret: string | null;
  readonly settingsVersion: number;
  /** It worked with this token before. */
  readonly hasWorked: boolean;
  readonly failures: number;
  readonly pictureRef: string | null;
  readonly isDisabled: boolean;
};

type Row = {
  id: number;
  company_id: number;
  messenger: Messenger;
  additional: Additional;
  api_url: string | null;
  auth1: string;
  auth2: string | null;
  settings_version: number;
  remote_id: string | null;
  failures: number;
  picture_ref: string | null;
  is_deleted: 0 | 1;
};

/** As it is kept: what is asked of it need not open its secrets, which may have been sealed with another key. */
export type SealedIntegration = Omit<Integration, 'token' | 'appSecret'> & {
  readonly sealedToken: string;
  readonly sealedAppSecret: string | null;
};

/** Undefined where its secrets were sealed with another SECRET_KEY: they have to be given again. */
export function openIntegration(secrets: Secrets, sealed: SealedIntegration): Integration | undefined {
  const { sealedToken, sealedAppSecret, ...rest } = sealed;
  const token = openIfOurs(secrets, sealedToken, auth1Context);
  const appSecret = sealedAppSecret === null ? null : openIfOurs(secrets, sealedAppSecret, auth2Context);
  return token === undefined || appSecret === undefined ? undefined : { ...rest, token, appSecret };
}

/** Undefined when there is none within the scope of the transaction. */
export async function findIntegration(tx: Tx, id: number): Promise<SealedIntegration | undefined> {
  const row = await tx.row<Row>(
    sql`select t.id, t.company_id, t.settings_version, t.is_deleted, m.messenger, m.additional, m.api_url, m.auth1, m.auth2,
          m.remote_id, m.failures, m.picture_ref
        from channel_accounts t join messengers m on m.id = t.id where t.id = ${id}`,
  );
  if (!row) return undefined;
  return {
    id: row.id,
    companyId: row.company_id,
    messenger: row.messenger,
    additional: row.additional,
    apiUrl: row.api_url,
    sealedToken: row.auth1,
    sealedAppSecret: row.auth2,
    settingsVersion: row.settings_version,
    hasWorked: row.remote_id !== null,
    failures: row.failures,
    pictureRef: row.picture_ref,
    isDisabled: row.is_deleted === 1,
  };
}

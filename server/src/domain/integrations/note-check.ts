import type { MessengerErrorKey } from '#contract/messenger-errors.ts';
import { cutLetters } from '#platform/cut-letters.ts';
import { codeOf, type Database, type Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { noteHealth } from '../channel-accounts/index.ts';
import { takeBotPicture } from './bot-pictures.ts';
import { secondsToNextCheck, stateAfter } from './next-check.ts';

export type Checked =
  | {
      readonly ok: true;
      readonly remoteId: string;
      readonly name: string;
      readonly address: string | null;
      readonly otherWebhook: string | null;
      /** What was kept of its picture; undefined: as it was. */
      readonly picture?: { readonly name: string | null; readonly ref: string | null };
    }
  | {
      readonly ok: false;
      readonly key: MessengerErrorKey;
      readonly details: string | null;
      readonly retrySeconds: number | null;
    };

type Of = {
  readonly id: number;
  readonly companyId: number;
  readonly settingsVersion: number;
  readonly failures: number;
};

const inUse: Checked = { ok: false, key: 'bot_in_use', details: null, retrySeconds: null };

/**
 * Keeps what a check found, unless the settings were changed meanwhile. The same bot under another token is still one bot,
 * so it serves one product: who comes second is told so. Answers what is true of it now.
 */
export async function noteCheck(db: Database, of: Of, found: Checked): Promise<Checked> {
  try {
    await db.transaction('system', (tx) => note(tx, of, found));
    return found;
  } catch (error) {
    if (codeOf(error) !== '23505') throw error;
    await db.transaction('system', (tx) => note(tx, of, inUse));
    return inUse;
  }
}

async function note(tx: Tx, of: Of, found: Checked): Promise<void> {
  const isCurrent = await tx.row(
    sql`select 1 from channel_accounts where id = ${of.id} and settings_version = ${of.settingsVersion} and is_deleted = 0 for update`,
  );
  if (!isCurrent) return;
  const key = found.ok ? null : found.key;
  const failures = found.ok ? 0 : of.failures + 1;
  const retrySeconds = found.ok ? null : found.retrySeconds;
  const seconds = secondsToNextCheck({ key, failures, retrySeconds }, Math.random());
  await tx.run(
    sql`update messengers set failures = ${failures}, checked_at = now(), lease_until = null,
          due_at = now() + make_interval(secs => ${seconds}) where id = ${of.id}`,
  );
  if (found.ok)
    await tx.run(
      sql`update messengers set remote_id = ${found.remoteId}, bot_name = ${plain(found.name)}, bot_address = ${plain(found.address)},
            other_webhook = ${plain(found.otherWebhook)} where id = ${of.id}`,
    );
  if (found.ok && found.picture) await takeBotPicture(tx, of, found.picture);
  await noteHealth(tx, {
    companyId: of.companyId,
    entity: 'integrations',
    accountId: of.id,
    state: stateAfter(key),
    key,
    details: found.ok ? null : found.details,
    nextTryAt: new Date(Date.now() + seconds * 1000),
  });
}

const lengthMax = 255;
/** What a provider says of a bot was typed by somebody. */
const plain = (text: string | null): string | null =>
  text === null ? null : cutLetters(text.toWellFormed().replace(/\p{Cc}/gu, ' '), lengthMax);

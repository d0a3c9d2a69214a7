import type { ProactiveMessage, QuidgetLanguage } from '#contract/quidget-settings.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { readSender, type Sender } from './read-sender.ts';

/** What the company wrote first, as it was shown. */
export type Invitation = {
  readonly text: string;
  /** Null: the quidget itself. */
  readonly from: Sender | null;
  /** Whoever wrote it to this one visitor goes on with them. */
  readonly isPersonal: boolean;
};

type Asked = {
  readonly companyId: number;
  readonly quidgetId: number;
  readonly key: string;
  readonly language: QuidgetLanguage;
  readonly messages: readonly ProactiveMessage[];
};

/** By the key that the page names. What was never written, or was forgotten meanwhile, is none: the visitor is heard all the same. */
export async function findInvitation(
  tx: Tx,
  { companyId, quidgetId, key, language, messages }: Asked,
): Promise<Invitation | undefined> {
  const rule = messages.find((one) => one.key === key);
  if (rule) {
    const from = rule.user_id === null ? undefined : await readSender(tx, companyId, rule.user_id);
    return { text: textOf(rule, language), from: from ?? null, isPersonal: false };
  }
  const row = await tx.row<{ text: string; invited_by: number }>(
    sql`select invited_text as text, invited_by from visits where company_id = ${companyId} and quidget_id = ${quidgetId} and invitation = ${key}`,
  );
  const from = row && (await readSender(tx, companyId, row.invited_by));
  return row && from && { text: row.text, from, isPersonal: true };
}

/** In the visitor's language, or in the one that there is. */
export const textOf = ({ texts }: ProactiveMessage, language: QuidgetLanguage): string =>
  texts[language].trim() || texts.en.trim() || texts.ua.trim();

/** It is answered once. */
export const takeInvitation = (tx: Tx, companyId: number, key: string): Promise<number> =>
  tx.run(
    sql`update visits set invitation = null, invited_at = null, moved_at = clock_timestamp() where company_id = ${companyId} and invitation = ${key}`,
  );

import type { AutoReplyTexts } from '#contract/products.ts';
import type { Tx } from '#platform/database.ts';
import type { Change } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { type CleanHtml, cleanSignature, requireVariables } from '../templates/index.ts';

/**
 * Signature and automatic reply as they may be sent. The agent is refused in an automatic reply, which has none.
 */
export async function cleanTexts(
  values: Record<string, unknown>,
  cleanHtml: CleanHtml,
  at: string,
): Promise<Record<string, unknown>> {
  const clean = { ...values };
  if (typeof values.signature === 'string')
    clean.signature = await cleanSignature(values.signature, cleanHtml, `${at}.signature`);
  const texts = values.auto_reply_texts as AutoReplyTexts | undefined; // parsed by the contract
  if (texts) {
    const cleaned = Object.entries(texts).map(async ([language, { subject, html: written }]) => {
      const field = `${at}.auto_reply_texts.${language}`;
      requireVariables(subject, `${field}.subject`, isOfAgent);
      requireVariables(written, `${field}.html`, isOfAgent);
      const { html, text } = await cleanHtml(written);
      if (text.trim() === '') throw new Problem('required', { field: `${field}.html` });
      return [language, { subject: subject.trim(), html }] as const;
    });
    clean.auto_reply_texts = Object.fromEntries(await Promise.all(cleaned));
  }
  return clean;
}

const isOfAgent = (name: string): boolean => name.startsWith('agent.');

/** What is on has something to say, and knows when. */
export async function requireWholeAutoReply(tx: Tx, { rows, at }: Change): Promise<void> {
  const half = await tx.row<{ is_silent: boolean }>(
    sql`select auto_reply_texts = '{}' as is_silent from products where id = any (${rows.map((row) => row.id)}::bigint[]) and auto_reply = 1
          and (auto_reply_texts = '{}' or (auto_reply_when <> 'always' and auto_reply_calendar_id is null)) limit 1`,
  );
  if (half)
    throw new Problem('required', { field: `${at}.${half.is_silent ? 'auto_reply_texts' : 'auto_reply_calendar_id'}` });
}

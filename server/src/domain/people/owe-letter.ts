import type { Brand } from '#platform/brands/brands.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { letterHtml, type SystemLetter } from '#platform/system-letter.ts';

/** Where links of letters lead, and in whose name they are written. */
export type House = { readonly publicUrl: string; readonly brand: Brand };

export type Language = 'en' | 'ua';

/** What a letter says: paragraphs, and one thing to do. */
export type LetterWords = {
  readonly subject: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly button: { readonly label: string; readonly url: string };
  readonly small: string;
};

/** The letter will be sent once the transaction has happened, and not before `dueAt`. Nudge `outbox` after it. */
export async function oweLetter(tx: Tx, letter: SystemLetter, dueAt = new Date()): Promise<void> {
  await tx.run(
    sql`insert into system_mails (to_name, to_address, subject, body_html, body_text, message_id, brand, due_at)
        values (${letter.toName}, ${letter.toAddress}, ${letter.subject}, ${letter.html}, ${letter.text}, ${crypto.randomUUID()}, ${letter.brand}, ${dueAt})`,
  );
}

/** The same words as HTML and as plain text. */
export function asLetter(brand: Brand, to: { name: string; address: string }, words: LetterWords): SystemLetter {
  const { subject, title, paragraphs, button, small } = words;
  const text = [title, ...paragraphs, `${button.label}:\n${button.url}`, small].join('\n\n');
  return {
    brand: brand.key,
    toName: to.name,
    toAddress: to.address,
    subject,
    html: letterHtml({ brand, title, paragraphs, button, small }),
    text: `${text}\n`,
  };
}

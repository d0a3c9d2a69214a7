import type { Brand } from '#platform/brands/brands.ts';
import type { Tx } from '#platform/database.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import {
  type LetterCompany,
  type LetterLinks,
  letterHtml,
  type SystemLetter,
  sealLetter,
} from '#platform/system-letter.ts';

/** Where links of letters lead, in whose name they are written, and what seals them until they are sent. */
export type House = {
  readonly publicUrl: string;
  readonly brand: Brand;
  readonly secrets: Pick<Secrets, 'seal'>;
};

export type Language = 'en' | 'ua';

/** What a letter says: paragraphs, and one thing to do. */
export type LetterWords = {
  readonly language: Language;
  readonly subject: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly links?: LetterLinks;
  /** A paragraph below the links. */
  readonly after?: string;
  readonly button: { readonly label: string; readonly url: string };
  readonly small: string;
  /** Where it is chosen whether such letters come. */
  readonly choice?: { readonly label: string; readonly url: string };
  /** Whom it speaks for; absent where it is about the person's account. */
  readonly company?: LetterCompany | undefined;
};

/**
 * The letter will be sent once the transaction has happened. Nudge `outbox` after it. What it says
 * waits sealed: whoever reads a copy of the database finds no link to follow (SAFETY A18, A52).
 */
export async function oweLetter(tx: Tx, letter: SystemLetter, { secrets }: Pick<House, 'secrets'>): Promise<void> {
  const messageId = crypto.randomUUID();
  await tx.run(
    sql`insert into system_mails (to_name, to_address, subject, sealed_body, message_id, brand, logo, is_news, link_ends)
        values (${letter.toName}, ${letter.toAddress}, ${letter.subject}, ${sealLetter(secrets, messageId, letter)}, ${messageId}, ${letter.brand}, ${letter.logo ?? null}, ${letter.isNews ? 1 : 0}, now() + make_interval(mins => ${letter.linkMinutes ?? null}))`,
  );
}

/** The same words as HTML and as plain text. */
export function asLetter(brand: Brand, to: { name: string; address: string }, words: LetterWords): SystemLetter {
  const { language, subject, title, paragraphs, button, small, links = [], after, choice, company } = words;
  const said = [...paragraphs, ...links.map((link) => `${link.label}\n${link.url}`), ...(after ? [after] : [])];
  const text = [
    title,
    ...said,
    `${button.label}:\n${button.url}`,
    choice ? `${small} ${choice.label}:\n${choice.url}` : small,
  ].join('\n\n');
  return {
    brand: brand.key,
    toName: to.name,
    toAddress: to.address,
    subject,
    html: letterHtml({ brand, language, title, paragraphs, links, after, button, small, choice, company }),
    text: `${text}\n`,
    logo: company?.logo,
  };
}

import type { Brand } from '#platform/brands/brands.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import type { SystemLetter } from '#platform/system-letter.ts';

/** Where links of letters lead, and in whose name they are written. */
export type House = { readonly publicUrl: string; readonly brand: Brand };

/** The letter will be sent once the transaction has happened. Nudge `outbox` after it. */
export async function oweLetter(tx: Tx, letter: SystemLetter): Promise<void> {
  await tx.run(
    sql`insert into system_mails (to_name, to_address, subject, body_html, body_text, message_id, brand)
        values (${letter.toName}, ${letter.toAddress}, ${letter.subject}, ${letter.html}, ${letter.text}, ${crypto.randomUUID()}, ${letter.brand})`,
  );
}

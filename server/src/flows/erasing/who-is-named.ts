import type { Known } from '#domain/customers/index.ts';
import { sql } from '#platform/sql.ts';

/** What is shorter stands in too many texts by chance. */
const lettersMin = 6;

/**
 * Whether a text names them, by an address or a full name that stands there by itself: `ann@firm.test` is named by neither
 * `joann@firm.test` nor `ann@firm.test.example`, and is by a sentence that ends in it. `text` is an expression of ours.
 */
export function names(text: string, { addresses, names: called }: Pick<Known, 'addresses' | 'names'>) {
  const lower = sql`lower(${sql.unsafe(text)})`;
  const words = [
    ...addresses.map((address) => ({ word: address, alone: alone(address, '@') })),
    ...called.map((name) => ({ word: name.toLowerCase(), alone: alone(name.toLowerCase(), '') })),
  ].filter((one) => one.word.length >= lettersMin);
  return sql`exists (select from unnest(${words.map((one) => one.word)}::text[], ${words.map((one) => one.alone)}::text[]) as w (word, alone)
               where strpos(${lower}, w.word) > 0 and ${lower} ~ w.alone)`;
}

/** A pattern of PostgreSQL's: the word with nothing beside it that it would go on with. JSON writes a new line before it as a letter. */
function alone(word: string, more: string): string {
  const other = `[^[:alnum:]._%+${more}-]`;
  const itself = word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return `(^|\\\\[bfnrt]|${other})${itself}($|${other}|\\.($|[^[:alnum:]]))`;
}

import { emailValue } from '#contract/entity.ts';
import type { Address } from '#contract/messages.ts';

export type Recipient = Address;
/** Whom the last letter did not reach, and what their server said. */
export type RefusedRecipient = Recipient & { readonly reason: string };

/** What was typed or pasted, taken apart: addresses that can be mailed, and the pieces that are none. */
export type ParsedRecipients = { readonly good: readonly Recipient[]; readonly bad: readonly string[] };

/**
 * Reads addresses as people paste them: `Hanna <hanna@lindqvist.example>; workshop@lumenoak.example`, one per line, with
 * quoted names and `mailto:`. Addresses follow the rule the server checks by.
 */
export function parseRecipients(text: string): ParsedRecipients {
  const good: Recipient[] = [];
  const bad: string[] = [];
  for (const piece of pieces(text)) {
    const recipient = readOne(piece);
    if (recipient) good.push(recipient);
    else bad.push(piece);
  }
  return { good, bad };
}

/** As one is typed, so that `parseRecipients` reads the same one again. */
export const typedRecipient = ({ name, address }: Recipient): string => {
  const called = /[,;<>"]/.test(name) ? `"${name.replaceAll('"', '')}"` : name;
  return called ? `${called} <${address}>` : address;
};

/** Adds without repeating: an address is the same in any case, and the first name given to it stays. */
export function addRecipients(to: readonly Recipient[], more: readonly Recipient[]): Recipient[] {
  const known = new Set(to.map((one) => one.address.toLowerCase()));
  const fresh = more.filter((one) => !known.has(one.address.toLowerCase()) && known.add(one.address.toLowerCase()));
  return [...to, ...fresh];
}

/** Who was added to the suggested people, and who of them was left out; null: nobody. */
export function changedRecipients(
  suggested: readonly Recipient[],
  chosen: readonly Recipient[],
): { added: Recipient[]; leftOut: Recipient[] } | null {
  const without = (those: readonly Recipient[], others: readonly Recipient[]) =>
    those.filter((one) => !others.some((other) => other.address.toLowerCase() === one.address.toLowerCase()));
  const added = without(chosen, suggested);
  const leftOut = without(suggested, chosen);
  return added.length + leftOut.length > 0 ? { added, leftOut } : null;
}

/** Splits at commas, semicolons and line breaks that stand outside quotes and angle brackets. */
function pieces(text: string): string[] {
  const found: string[] = [];
  let piece = '';
  let quoted = false;
  let angled = false;
  for (const letter of text) {
    if (letter === '"') quoted = !quoted;
    if (letter === '<' && !quoted) angled = true;
    if (letter === '>' && !quoted) angled = false;
    if (/[\n\r]/.test(letter) || (!quoted && !angled && /[,;\t]/.test(letter))) {
      found.push(piece);
      piece = '';
      quoted = false;
      angled = false;
    } else piece += letter;
  }
  found.push(piece);
  return found.flatMap(apart).filter((one) => one !== '');
}

/** Bare addresses may also be parted by blanks only; a name with an address may not. */
function apart(piece: string): string[] {
  const one = piece.trim();
  const words = one.split(/\s+/);
  return words.length > 1 && words.every((word) => emailValue.safeParse(word).success) ? words : [one];
}

function readOne(piece: string): Recipient | null {
  const named = /^(.*?)<([^<>]*)>$/s.exec(piece);
  const { data: address } = emailValue.safeParse((named?.[2] ?? piece).trim().replace(/^mailto:/i, ''));
  if (address === undefined) return null;
  return { name: nameOf(named?.[1] ?? ''), address };
}

/** A display name, without its quotes and without anything that could break a header. */
function nameOf(text: string): string {
  return text
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replace(/\\(.)/g, '$1')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

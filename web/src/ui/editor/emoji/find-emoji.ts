export type EmojiRow = readonly [emoji: string, en: string, uk: string, words: string];
export type Emoji = { readonly emoji: string; readonly name: string };

export const emojiShownMax = 8;

/**
 * Emoji whose names or words begin with what was typed, in either language: those that were used lately first, then by
 * name before by other words. Nothing typed: those that were used lately, and then the first ones.
 */
export function findEmoji(
  rows: readonly EmojiRow[],
  typed: string,
  language: 'en' | 'ua',
  recent: readonly string[],
): Emoji[] {
  const asked = typed.toLowerCase().replaceAll('_', ' ');
  const begins = (text: string) => ` ${text.toLowerCase()}`.includes(` ${asked}`);
  const found = rows.flatMap(([emoji, en, uk, words]) => {
    const isByName = begins(en) || begins(uk);
    if (asked !== '' && !isByName && !begins(words)) return [];
    const used = recent.indexOf(emoji);
    const place = used >= 0 ? used - recent.length : isByName ? 0 : 1;
    return [{ emoji, name: language === 'ua' ? uk : en, place }];
  });
  return found
    .sort((a, b) => a.place - b.place)
    .slice(0, emojiShownMax)
    .map(({ emoji, name }) => ({ emoji, name }));
}

const pattern = /(?:^|\s):((?:\p{L}[\p{L}\p{N}_]{0,30})?)$/u;
const lettersMin = 2;

/**
 * What was typed behind a `:` that begins a word. Null for `10:30`, `Note:` and faces made of signs; and for less than two
 * letters, unless a button was pressed for it.
 */
export function wordsAfterColon(before: string, isAsked = false): string | null {
  const words = pattern.exec(before)?.[1] ?? null;
  return words !== null && (isAsked || words.length >= lettersMin) ? words : null;
}

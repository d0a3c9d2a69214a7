export const quickRepliesMax = 6;
export const quickReplyLengthMax = 40;

/** A line of nothing but `[Oak] [Walnut]`. */
const offers = /^(?:\[[^[\]]+\]\s*)+$/;

/**
 * What a chat message offers to be answered by one press: the lines at its end that hold nothing but words in brackets. They
 * are text like any other, so templates, drafts and letters that wait have them too, and in a mail they are still read. A
 * message of nothing else offers nothing, since nothing is asked.
 */
export function splitQuickReplies(text: string): { readonly text: string; readonly choices: readonly string[] } {
  const lines = text.trimEnd().split('\n');
  let from = lines.length;
  while (from > 0 && (lines[from - 1]?.trim() === '' || isOffer(lines[from - 1]?.trim() ?? ''))) from--;
  const said = lines.slice(0, from).join('\n').trimEnd();
  const choices = [...new Set(lines.slice(from).flatMap(wordsOf))];
  const isOne = said !== '' && choices.length > 0 && choices.length <= quickRepliesMax;
  return isOne ? { text: said, choices } : { text, choices: [] };
}

const isOffer = (line: string): boolean =>
  offers.test(line) && wordsOf(line).every((word) => word !== '' && word.length <= quickReplyLengthMax);

const wordsOf = (line: string): string[] => [...line.matchAll(/\[([^[\]]+)\]/g)].map(([, word = '']) => word.trim());
